import { createHash } from "node:crypto"

const hashed = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

interface MayDo {
  /** Which images it shows. */
  readonly images?: string
  /** Its one script, which may ask this service alone. */
  readonly script?: string
  /** Whether its forms are sent, to this service alone. */
  readonly forms?: true
}

/**
 * A page with this style: it runs only its own script, loads only images of this kind, allows no framing, and sends no
 * Referer. The elements are inserted whole, because the policy has the hash of every character.
 */
export const pageStyle = (style: string, { forms, images, script }: MayDo = {}) => ({
  element: `<style>${style}</style>`,
  script: script === undefined ? "" : `<script type="module">${script}</script>`,
  headers: {
    "content-security-policy": [
      "default-src 'none'",
      ...(images === undefined ? [] : [`img-src ${images}`]),
      ...(script === undefined ? [] : [`script-src ${hashed(script)}`, "connect-src 'self'"]),
      `style-src ${hashed(style)}`,
      "base-uri 'none'",
      `form-action ${forms === true ? "'self'" : "'none'"}`,
      "frame-ancestors 'none'"
    ].join("; "),
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "x-robots-tag": "noindex"
  }
})
