/** Hands the reader a file: the service answers it to the typed client, so that a refusal can be spoken of. */
export const download = (content: Uint8Array<ArrayBufferLike> | string, name: string, type: string) => {
  const address = URL.createObjectURL(
    new Blob([typeof content === "string" ? content : new Uint8Array(content)], { type })
  )
  const link = document.createElement("a")
  link.href = address
  link.download = name.replaceAll(/[\\/:*?"<>|]/g, " ")
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
