import { conformance } from "./conformance.ts"

conformance("adobe_sign", "Adobe Sign")
