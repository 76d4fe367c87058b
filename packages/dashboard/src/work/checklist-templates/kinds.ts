import { useMay } from "#access/data.ts"

/** Kinds of templates. */
export const kinds = ["checklists", "letters", "approval-chains"] as const
export type Kind = (typeof kinds)[number]

/** Kinds this member has access to. */
export const useKinds = (): ReadonlyArray<Kind> => {
  const { may } = useMay()
  const readable: Readonly<Record<Kind, boolean>> = {
    checklists: may("checklists_manage") || may("offboardings_edit"),
    letters: may("compliance_view"),
    "approval-chains": may("offboardings_create")
  }
  return kinds.filter((kind) => readable[kind])
}

/** Permission to create and change each kind. */
export const makes = {
  checklists: "checklists_manage",
  letters: "compliance_manage",
  "approval-chains": "settings_manage"
} as const satisfies Readonly<Record<Kind, string>>
