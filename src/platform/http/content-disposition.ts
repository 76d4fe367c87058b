/**
 * The value of a `Content-Disposition` header (RFC 6266): an ASCII spelling for old clients and the exact name as
 * RFC 8187. Folders and control characters are dropped from the name, so it can neither end the header nor leave a folder.
 */
export const contentDisposition = (disposition: "inline" | "attachment", filename?: string): string => {
  const name = (filename ?? "")
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "")
    .replace(/[/\\]/g, "_")
    .trim()
    .slice(0, 200)
    .toWellFormed()
  if (name === "") return disposition
  const ascii = name.replace(/[^\x20-\x7e]/g, "_").replace(/["%]/g, "_")
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  )
  return `${disposition}; filename="${ascii}"; filename*=UTF-8''${exact}`
}
