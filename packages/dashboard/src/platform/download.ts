/** Saves a file that the page made or that the typed client received, so that refusals can be shown. */
export const download = (content: Uint8Array<ArrayBufferLike> | string, name: string, type: string) => {
  const part = typeof content === "string" ? content : new Uint8Array(content)
  const address = URL.createObjectURL(new Blob([part], { type }))
  const link = document.createElement("a")
  link.href = address
  link.download = name.replaceAll(/[\\/:*?"<>|]/g, " ")
  link.click()
  // The browser has started the download by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
