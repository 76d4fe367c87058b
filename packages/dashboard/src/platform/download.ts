/**
 * Hands a file to the browser to keep: the page made it, or the service answered it to the typed client, so that a refusal
 * can be spoken of.
 */
export const download = (content: Uint8Array<ArrayBufferLike> | string, name: string, type: string) => {
  const part = typeof content === "string" ? content : new Uint8Array(content)
  const address = URL.createObjectURL(new Blob([part], { type }))
  const link = document.createElement("a")
  link.href = address
  link.download = name.replaceAll(/[\\/:*?"<>|]/g, " ")
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
