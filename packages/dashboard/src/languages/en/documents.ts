import type { DocumentStatus } from "@svc/contract/documents/schema"
import type { ESignatureProvider, ESignatureStatus } from "@svc/contract/esignature/schema"

const states: Readonly<Record<DocumentStatus, string>> = {
  pending: "Pending",
  signed: "Signed",
  completed: "Completed"
}

const signing: Readonly<Record<ESignatureStatus, string>> = {
  not_requested: "Not requested",
  sending: "Being sent",
  pending: "With the signer",
  signed: "Signed",
  declined: "Declined",
  expired: "Not signed in time",
  cancelled: "Request cancelled",
  voided: "Voided",
  failed: "Not sent"
}

const providers: Readonly<Record<ESignatureProvider, string>> = {
  docusign: "DocuSign",
  adobe_sign: "Adobe Sign",
  dropbox_sign: "Dropbox Sign"
}

export const documents = {
  states,
  signing,
  providers,
  title: "Documents",
  about: "The papers of all offboardings: what waits for a signature, what came back without one, and what expires.",
  search: "Document, kind or person",
  state: "State",
  anyState: "Every state",
  signature: "Signature",
  anySignature: "Every signature",
  anyExpiry: "Any expiry date",
  isExpired: "Expired",
  expiresSoon: (days: number) => `Expires in ${days} days`,
  anyKind: "Every kind",
  cases: "Offboardings",
  anyCase: "Every offboarding",
  openCases: "Open offboardings",
  closedCases: "Closed offboardings",
  signer: "Signature by",
  waitsFor: (person: string) => `waits for ${person}`,
  added: "Added",
  noneAtAllText: "They belong to an offboarding: open one, then upload a file or fill in a letter from a template.",
  toCases: "Open the offboardings",
  anyNeed: (count: number) => `All (${count})`,
  needs: {
    open: (count: number) => `Pending (${count})`,
    done: (count: number) => `Signed (${count})`,
    expiring: (count: number) => `Expiring (${count})`,
    rejected: (count: number) => `Rejected (${count})`
  },
  none: "No documents yet",
  noneText: "Upload one, or have a letter filled in from a template.",
  name: "Document",
  nameHelp: "The file's own name when left out.",
  kind: "Kind",
  kinds: ["Severance agreement", "Confidentiality agreement", "Reference letter", "Termination letter", "Other"],
  signedLine: (kind: string, by: string, at: string) =>
    at === "" ? `${kind} · signed by ${by}` : `${kind} · signed by ${by}, ${at}`,
  expiresOn: "Expires",
  expired: (day: string) => `expired ${day}`,
  actions: "What can be done",
  actionsFor: (name: string) => `Actions for ${name}`,
  download: "Download",
  files: "Files",
  filesText: "These links work for 15 minutes, also for whoever is given one.",
  noFiles: "There is no file any more.",
  original: "Document",
  signedFile: "Signed copy",
  certificate: "Certificate",
  close: "Close",
  upload: "Upload",
  uploading: "Uploading",
  uploaded: (name: string) => `${name} was uploaded`,
  file: "File",
  fileHelp: "PDF, DOC, DOCX, PNG or JPG of at most 10 MB.",
  tooLarge: "is larger than 10 MB",
  generate: "From a template",
  generateText: "Name, dates and the like are filled in from this offboarding.",
  generated: (name: string) => `${name} was made`,
  template: "Template",
  noTemplates: "There are no document templates yet.",
  change: "Change the state",
  changeTitle: (name: string) => `State of ${name}`,
  save: "Save",
  signedBy: "Signed by",
  signedAt: "Signed on",
  signedAtHelp: "Now when left out.",
  reference: "Where the signed original is",
  referenceHelp: "Needed where no file is attached.",
  signerNeeded: "Say who signed it.",
  referenceNeeded: "No file is attached: say where the signed document is, in 3 characters or more.",
  reason: "Why",
  reasonHelp: "Kept in the audit log; 5 to 500 characters.",
  verifiedHelp:
    "A provider verified this signature: an administrator changes it, with a reason of 5 characters or more.",
  remove: "Delete",
  removeTitle: (name: string) => `Delete ${name}?`,
  removeText: "The record and its file go for good. That it was there, and why it went, stays in the audit log.",
  removed: (name: string) => `${name} was deleted`,
  sign: "Have it signed",
  signTitle: (name: string) => `Have ${name} signed`,
  send: "Send",
  sent: (name: string) => `${name} is on its way to the signer`,
  provider: "Provider",
  anyProvider: "The connected one",
  noProvider: "No e-signature provider is connected",
  connect: "Open integrations",
  signerEmail: "Send to another address",
  signerEmailHelp: (address: string) => `Left out it goes to ${address}.`,
  workAddress: "their work address",
  addressNeeded: "This offboarding has no address of the person: give one.",
  mailboxRevoked:
    "The person cannot read their work mail any more. Give another address, or say that it may go there all the same.",
  acknowledge: "Send it to the work address all the same",
  accessCode: "Access code",
  accessCodeHelp: "The signer must type it: 4 to 12 letters or digits. Tell them by other means; it is not stored.",
  signerPhone: "Phone of the signer",
  signerPhoneHelp: "Gets a code by text, for example +4915112345678. Instead of an access code.",
  oneOfBoth: "An access code or a phone number, not both",
  reminders: (every: number | null, ends: number) =>
    every === null
      ? `The request ends after ${ends} days; no reminders are sent.`
      : `The provider reminds them every ${every} days; the request ends after ${ends} days.`,
  cancelSignature: "Cancel the request",
  signatureCancelled: "The request was cancelled at the provider"
}
