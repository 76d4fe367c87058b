const said = ({ error }: { readonly error: string }) => error

/** What a move to a stage can be refused with, in the service's own words. */
export const stageRefusals = {
  CancelReasonRequired: said,
  CompletedNotCancellable: said,
  MemberHandover: said,
  OffboardingCancelled: said,
  OffboardingDuplicate: said,
  OffboardingNotFound: said,
  StageGateClosed: said
}
