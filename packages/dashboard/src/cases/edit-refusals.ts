const said = ({ error }: { readonly error: string }) => error

/** What a change of a case can be refused with, in the service's own words. */
export const editRefusals = {
  AccessCutOffPermission: said,
  AccessEndsAfterEmployment: said,
  ApprovalRequired: said,
  AppsBeingRevoked: said,
  CaseCompleted: said,
  EmploymentEndsBeforeExit: said,
  JurisdictionUnknown: said,
  LegalHoldInForce: said,
  ManagerIsEmployee: said,
  OffboardingCancelled: said,
  OffboardingDuplicate: said,
  OffboardingNotFound: said,
  OutsideRecordScope: said,
  PastExitDatePermission: said,
  PersonInUse: said,
  UnknownApps: said
}
