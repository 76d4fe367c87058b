import type { ChainAnchor } from "@svc/contract/audit/files"
import type { BreakReason, WitnessReport } from "@svc/contract/audit-verification/schema"
import type { ExportForm } from "#audit/log/export-data.ts"
import { plurals } from "#languages/plural.ts"

const plural = plurals("en")

const entries = (count: number) => plural(count, { one: "# entry", other: "# entries" })

const reasons: Readonly<Record<BreakReason, string>> = {
  content_mismatch: "The entry’s content does not match its content hash",
  entry_mismatch: "The entry’s number or link does not match its hash",
  subject_mismatch: "Filed under a different offboarding or person than its details say",
  link_mismatch: "Does not contain the hash of the previous entry",
  gap: "Entries before it are missing",
  duplicate: "Its number or ID also appears in another entry",
  head_mismatch: "The end of the chain is missing or was replaced",
  anchor_missing: "An anchored entry is missing from the chain",
  anchor_mismatch: "An anchored entry differs from its anchor",
  anchor_forged: "The anchor’s signature was not made with a key of this service",
  rolled_back: "The chain was rolled back or rewritten: an anchor stored outside the database does not match it"
}

const witnesses: Readonly<Record<WitnessReport["name"], string>> = {
  storage: "File storage",
  https: "HTTPS witness"
}

const sources: Readonly<Record<ChainAnchor["source"], string>> = {
  hourly: "Hourly",
  nightly: "Nightly",
  archive: "Archive",
  migration: "Update"
}

const forms: Readonly<Record<ExportForm, string>> = {
  json: "JSON, signed (ZIP)",
  csv: "CSV, signed (ZIP)",
  pdf: "PDF, for reading"
}

export const audit = {
  title: "Audit log",
  about: "Every change, who made it, and when, in a tamper-evident chain.",
  search: "Text, person, or email",
  action: "Action",
  anyAction: "All actions",
  who: "Who",
  anyWho: "Everyone",
  findWho: "Find a member",
  onlyBy: (name: string) => `Only actions by ${name}`,
  onlyByOne: "Only actions by one person",
  onlyCase: "Only one offboarding",
  onlyPerson: "Only one person",
  from: "From",
  to: "To",
  days: "Days",
  daysHelp: "In UTC; first and last day included.",
  what: "What",
  when: "When",
  byService: "System",
  none: "No entries yet",
  noneText: "Every change appears here.",
  noMatch: "No results",
  noMatchText: "Try other search terms, or clear the filters.",
  clear: "Clear filters",

  export: "Export",
  exportTitle: "Export audit log",
  exportText: (count: number) =>
    `${entries(count)} matching the filters, oldest first. Limit: 50,000. The export itself is recorded as an entry.`,
  form: "Format",
  forms,
  formHelp:
    "The ZIP contains the file, its signature, the public key, and instructions to verify it. JSON also proves the chain.",
  exportNow: "Export",
  exported: (count: number) => `${entries(count)} exported`,
  exportedText: "The log entry of this export also contains the hash.",
  sha256: "SHA-256",
  signedBy: "Signing key",
  unsigned: "none configured, so the export is not signed",
  close: "Close",
  checkIt: "Verify offline",

  entry: "Entry",
  backToAll: "Audit log",
  happened: "What happened",
  details: "Details",
  target: "Target",
  by: "By",
  byKey: "API key",
  moment: "Time",
  aboutCase: "Offboarding",
  aboutPerson: "Person",
  openCase: "Open",
  allOfIt: "Related entries",
  allBy: "All actions by this person",
  placeholders: {
    "[erased]":
      "[erased] replaces the data of a person who was erased: their key is destroyed, so no one can read it. The entry still verifies.",
    "[withheld]": "[withheld] replaces data that could not be tied to a person and was never stored.",
    "[unreadable]": "[unreadable] replaces data that cannot be decrypted at the moment."
  },
  chain: "Hash chain",
  number: "Number",
  contentHash: "Content hash",
  contentHashHelp: "of the entry’s content",
  prevHash: "Previous hash",
  prevHashHelp: "of the previous entry",
  entryHash: "Entry hash",
  entryHashHelp: "of number, content hash, and previous hash",
  anchored: "Anchored",
  notAnchored: "Not yet; within the hour",
  stored: "Stored and hashed content",
  storedText: "Personal data is encrypted with a key per person. Above, it is decrypted for you.",
  before: (seq: string) => `Entry ${seq}`,
  after: (seq: string) => `Entry ${seq}`,
  first: "First entry",
  last: "Latest entry",
  removed: "The previous entry was removed by retention. Its hash is kept here.",
  notYours: "no access",
  holds: "Entry verified",
  holdsText: "Your browser recomputed both hashes, and they match. To verify the whole chain, go to Integrity.",
  broken: "Verification failed",
  brokenText: "Your browser recomputed the hashes, and they do not match. Verify the chain under Integrity.",
  checking: "Computing hashes…",
  cannotCheck: "Your browser can compute the hashes only over HTTPS.",
  notFoundText: "It may have been removed by retention, or you don’t have access to it.",

  integrityAbout: "Verify that no entry was changed, and prove it without this service.",
  wholeChain: "Whole chain",
  verify: "Verify chain",
  verifyText:
    "Recomputes every hash, from the first entry to the last, and compares the chain with the anchors inside and outside the database.",
  verifying: (count: number) => `Verifying ${entries(count)}. This takes a few seconds per 100,000 entries.`,
  lastVerified: "Last verified",
  neverVerified: "Not verified yet",
  intact: "The chain is intact",
  intactText: (count: number) => `${entries(count)} verified: none changed, removed, or inserted.`,
  broke: (count: number) => plural(count, { one: "# break found", other: "# breaks found" }),
  brokeText: "Keep the anchors, export the log, and inform your auditor before you change anything.",
  incomplete: "Only 2,000,000 entries were verified; the log is longer.",
  anchoredThrough: "Anchored through",
  noAnchor: "no anchor yet",
  reason: "Problem",
  at: "Entry",
  reasons,
  witness: "Witness",
  witnesses,
  witnessed: (count: number) => plural(count, { one: "# anchor compared", other: "# anchors compared" }),
  witnessAway: "not reachable",
  noWitness:
    "No witness outside the database stores anchors. Ask the operator to set one up: only a witness can show that the whole chain was rolled back.",
  anchorsTitle: "Anchors",
  anchorsText:
    "Signed checkpoints of the chain. Keep copies elsewhere: later changes to the entries they cover become detectable.",
  anchorsNone: "No anchors yet",
  anchorsNoneText: "An anchor is created every hour with new entries, and every night.",
  madeAt: "Created",
  why: "Trigger",
  sources,
  signature: "Signature",
  signed: "Signed",
  notSigned: "Not signed",
  keepAnchors: "Download anchors",
  keyTitle: "Signing key",
  keyText: "Signs exports, archives, and anchors. Compare its fingerprint with one from another time or source.",
  keyId: "Key ID",
  fingerprint: "Fingerprint",
  downloadKey: "Download key",
  offlineTitle: "Verify offline",
  offlineText:
    "verify.mjs, a single file for Node 20 and later, verifies exports offline. It is in every leaver access test. verify.html does the same in a browser and is also in every evidence package.",
  offline: {
    bundle: "An export, with the key from this page",
    anchors: "An export, against anchors that you kept",
    openssl: "The signature of an unpacked export, with OpenSSL only",
    fingerprint: "The fingerprint of a key"
  },
  offlineResult:
    "Proven: everything verifies with a key you supplied. Unvouched: the files are consistent, but no key you supplied vouches for all of them. Failed: names the entry.",

  archivesAbout: "Copies of the log outside the database, and how long everything is kept.",
  archive: "Archive now",
  archived: (count: number) => `${entries(count)} archived`,
  archivedNothing: "No new entries since the last archive",
  archivesTitle: "Archives",
  archivesNone: "No archives yet",
  archivesNoneText: "An archive is created every night. The first one contains all entries.",
  period: "Entries",
  inArchive: entries,
  made: "Created",
  expires: "Kept until",
  forever: "indefinitely",
  auto: "Nightly",
  archivesWhere:
    "Archives are signed and stored in the service’s file storage. The operator can give you a copy; compare its hash.",
  retentionTitle: "Entry retention",
  retentionText:
    "Older entries are removed every night, and the log records it. Archived entries stay in their archive until it expires. Nothing is removed while anything is under legal hold.",
  months: "Months",
  monthsHelp: "3 to 120. Until you set a number, entries are kept indefinitely.",
  keptForEver: "Entries are kept indefinitely",
  kept: (months: number) =>
    plural(months, { one: "Entries are kept for # month", other: "Entries are kept for # months" }),
  change: "Change retention",
  changeTitle: (months: number) =>
    plural(months, { one: "Change retention to # month?", other: "Change retention to # months?" }),
  changeGoes: (day: string) =>
    `entries before ${day}, permanently, from the log and from search. You can’t go back to indefinite retention.`,
  changeWaits:
    "a first or shorter period deletes nothing for 30 days. To undo a shorter one, set the previous period again.",
  goes: "Deleted:",
  stays: "Kept:",
  waits: "Delay:",
  changeStays: "archives, anchors, and the hashes needed to verify the rest.",
  changed: "Retention changed",
  archiveRetentionTitle: "Archive retention",
  archiveRetentionText: (least: string, usual: string) =>
    `At least ${least} days. Default: ${usual}. New archives are deleted after this time, but not while anything is under legal hold.`,
  daysKept: "Days",
  save: "Save",
  onlySuperAdmins: "Only Super Admins can view and change retention."
}

export const listExports = {
  exportCsv: "Export CSV",
  exported: "CSV exported",
  exportedFirst: (count: string) => `Exported the first ${count} rows`
}
