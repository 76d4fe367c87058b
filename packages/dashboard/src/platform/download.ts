/** Gives the reader a file that this page made. */
export const download = (name: string, type: string, text: string) => {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(new Blob([text], { type }))
  link.download = name
  link.click()
  // The browser still reads it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
