import type { AuditAction } from "@svc/contract/audit/actions"

const isLabel = (text: string): text is AuditAction => text !== ""

/** An action by which a test knows its own entries again; the log takes any, the service writes those of the list. */
export const labelled = (label: string): AuditAction => {
  if (!isLabel(label)) throw new Error("an action has a name")
  return label
}
