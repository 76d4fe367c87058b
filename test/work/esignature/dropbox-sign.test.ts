import { conformance } from "./conformance.ts"

conformance("dropbox_sign", "Dropbox Sign")
