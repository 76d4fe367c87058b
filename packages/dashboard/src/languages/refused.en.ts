import type { Refused } from "./refused.ts"

/** The service's own sentences are English; these of them speak to programs. */
export const refused: Refused = {
  AccessCutOffPermission:
    "Ending access before the end of today needs permission to revoke access. Choose a later time, or ask an administrator.",
  ApprovalPastExitDate:
    "The last day is past, so this approval would revoke access immediately, and you do not have permission to revoke access. Delegate the step to a member who does, ask an administrator to approve, or have the last day changed.",
  ApiKeyExpiryPast: "The expiry date must be in the future.",
  ApprovalRequired:
    "Your organization requires approval to start an offboarding. Submit a request. Only HR and admins can change an approved offboarding.",
  AssetHolderRefused: "This person is not in the directory, or was erased.",
  AssetLost: "This item is marked as lost. If it turned up, mark it as found.",
  AssetSerialTaken: "An item with this serial number already exists. Edit that item, or correct the number.",
  ChecklistTemplateUnknown: "This checklist no longer exists. Choose another one.",
  DefaultJurisdictionUnknown: "This country or region does not exist. Enter an ISO # code, such as DE or US-CA.",
  DirectoryRecordUnknown: "This person is not in the directory.",
  EmployeeNumberTaken: "Another person in the directory already has this employee number.",
  ExitDateRequired: "Enter the last working day.",
  ExitInterviewExists: "This person is already invited.",
  ExitInterviewHeld: "The exit interview is marked as completed. Undo that first.",
  JurisdictionUnknown: "This country or region does not exist. Enter an ISO # code, such as DE or US-CA.",
  ManagerIsEmployee: "People cannot be their own manager. Enter a different email, or none.",
  NewOwnerIsLeaver: "The departing employee cannot be the new owner. Choose someone else.",
  NotNeededReasonRequired: "Enter a reason of # to # characters why the task is not needed.",
  OwnManager: "People cannot be their own manager. Enter a different email, or none.",
  PastExitDatePermission:
    "The last day is past, so access would be revoked immediately, and you do not have permission to revoke access. Choose a later day, or ask an administrator.",
  ReasonRequired: "Enter a reason of # to # characters.",
  RoleUnknown: "This role no longer exists. Choose another one.",
  ServiceNameReserved:
    "A built-in integration has this name. Choose another name, or connect the built-in integration.",
  SiemQueueFull: "# events are already queued for this destination. Try again when some are sent.",
  SsoRequired: "Your organization requires sign-in through its identity provider.",
  SuccessorIsSelf: "Choose another member."
}
