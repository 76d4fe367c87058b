const said = ({ error }: { readonly error: string }) => error

/** What a change of a task can be refused with, in the service's own words. */
export const taskRefusals = {
  CaseCompleted: said,
  ChecklistItemNotFound: said,
  LinkedItemOpen: said,
  NotNeededReasonRequired: said,
  OffboardingCancelled: said
}
