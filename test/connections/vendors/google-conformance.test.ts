import { google, googleAccessToken, googleServiceAccount, type GoogleState, recycledGoogle } from "@svc/lab/google"
import { conforms } from "./conformance.ts"

const ann = "ann.lee@acme.test"

const of = (state: GoogleState, email: string) => state.users.find(({ primaryEmail }) => primaryEmail === email)

const setAnn = (state: GoogleState, suspended: boolean) => {
  const user = of(state, ann)
  if (user === undefined) return
  user.suspended = suspended
  // Whoever was suspended some time ago has nothing left that could be ended.
  user.tokens.splice(0)
  user.asps.splice(0)
}

const common = {
  protocol: "google-workspace",
  definition: google,
  vendors: ["google", "googleOauth", "gmail"],
  person: {
    email: ann,
    isActive: (state: GoogleState) => of(state, ann)?.suspended === false,
    deactivate: (state: GoogleState) => setAnn(state, true),
    reactivate: (state: GoogleState) => setAnn(state, false),
    remove: (state: GoogleState) => {
      state.users.splice(0, state.users.length, ...state.users.filter(({ primaryEmail }) => primaryEmail !== ann))
    },
    others: (state: GoogleState) => state.users.filter(({ primaryEmail }) => primaryEmail !== ann)
  },
  apostrophe: {
    email: "sean.o'neil@acme.test",
    isActive: (state: GoogleState) => of(state, "sean.o'neil@acme.test")?.suspended === false
  },
  verifies: true,
  recycling: recycledGoogle,
  sessions: {
    ended: (state: GoogleState) => {
      const user = of(state, ann)
      return user?.sessions === 0 && user.tokens.length === 0 && user.asps.length === 0
    }
  },
  secondary: ({ path }: { readonly path: string }) => /\/(?:signOut|tokens|asps|vacation|transfers)(?:\/|$)/.test(path)
} as const

conforms({
  ...common,
  serviceName: "google-workspace by OAuth",
  settings: () => ({}),
  secrets: { access_token: googleAccessToken }
})

conforms({
  ...common,
  serviceName: "google-workspace by service account",
  settings: () => ({ admin_email: "it-admin@acme.test" }),
  secrets: { service_account: googleServiceAccount }
})
