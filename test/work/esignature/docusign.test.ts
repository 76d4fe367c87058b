import { conformance } from "./conformance.ts"

conformance("docusign", "DocuSign")
