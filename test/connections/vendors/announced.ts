/** Is it the path of the URL, of which what is only known later stands in braces? */
export const announces = (url: string, path: string) => {
  const parts = (text: string) => text.split("/").map(decodeURIComponent)
  const [asked, planned] = [path.split("/"), parts(new URL(url).pathname)]
  return planned.length === asked.length && planned.every((part, at) => /^\{.+\}$/.test(part) || part === asked[at])
}
