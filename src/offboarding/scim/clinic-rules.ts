import type { ScimClinicFinding } from "@svc/contract/scim/clinic-schema"

const form = /^[0-9a-f]{64}$/

/** Why a text that was pasted as the token cannot be one; undefined when it can. */
export const flawOfToken = (given: string): ScimClinicFinding | undefined => {
  if (form.test(given)) return undefined
  const bare = given
    .trim()
    .replace(/^Bearer\s+/i, "")
    .replaceAll(/^["']|["']$/g, "")
  return form.test(bare) ? "token_padded" : "token_malformed"
}

/** Why a provider with this address does not reach `endpoint`; undefined when it does. */
export const flawOfAddress = (given: string, endpoint: string): ScimClinicFinding | undefined => {
  const wanted = new URL(endpoint)
  const url = URL.parse(given.trim())
  if (url === null || url.host !== wanted.host) return "address_other"
  if (url.protocol !== wanted.protocol) return "address_not_https"
  const path = url.pathname.replace(/\/+$/, "")
  if (path === wanted.pathname) return undefined
  return path.startsWith(`${wanted.pathname}/`) ? "address_beyond_path" : "address_without_path"
}
