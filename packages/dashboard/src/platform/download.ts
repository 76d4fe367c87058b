/** Hands a file to the browser to keep: the service answers it to the typed client, so that a refusal can be spoken of. */
export const download = (bytes: Uint8Array<ArrayBufferLike>, name: string, type: string) => {
  const address = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type }))
  const link = document.createElement("a")
  link.href = address
  link.download = name.replaceAll(/[\\/:*?"<>|]/g, " ")
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
