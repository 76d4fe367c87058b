const name = (orgId: string | null) => `set-up-done ${orgId ?? ""}`

/** Kept in this browser, so that a completed setup is not read again with each visit. */
export const isSetUp = (orgId: string | null) => localStorage.getItem(name(orgId)) !== null

export const rememberSetUp = (orgId: string | null) => localStorage.setItem(name(orgId), "yes")
