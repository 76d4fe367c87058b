import { createHash } from "node:crypto"

/**
 * A page with this style: it runs no script, loads nothing but images of this kind, goes into no frame and tells nobody
 * where its reader came from. The element is put in whole, for the policy names it by the hash of every character.
 */
export const pageStyle = (style: string, images = "'none'") => ({
  element: `<style>${style}</style>`,
  headers: {
    "content-security-policy": [
      "default-src 'none'",
      ...(images === "'none'" ? [] : [`img-src ${images}`]),
      `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'"
    ].join("; "),
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "x-robots-tag": "noindex"
  }
})
