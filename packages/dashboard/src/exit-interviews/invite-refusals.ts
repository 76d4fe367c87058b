const said = ({ error }: { readonly error: string }) => error

/** Why nobody was invited, in the service's own words. */
export const inviteRefusals = {
  CalendlyFailed: said,
  CalendlyNotConnected: said,
  CaseCompleted: said,
  EventTypeMissing: said,
  ExitInterviewAddressMissing: said,
  ExitInterviewExists: said,
  ExitInterviewHeld: said,
  LeaverMailsExceeded: said,
  OffboardingCancelled: said,
  OffboardingNotFound: said
}
