import type { Refused } from "./refused.ts"

/** The service's own sentences are English; these of them speak to programs. */
export const refused: Refused = {
  AccessCutOffPermission:
    "Before the end of today access can be ended only by somebody who may revoke it. Choose a later moment, or ask an administrator.",
  ApprovalPastExitDate:
    "The last day is past, so this approval would revoke access immediately, which you may not do. Hand the step over to a member who may revoke access, ask an administrator to approve, or have a later day entered.",
  ApiKeyExpiryPast: "The day on which it expires must be ahead.",
  ApprovalRequired:
    "Here an offboarding begins with an approval, and what was approved is changed by HR and admins alone. Submit an initiation, or ask them.",
  AssetHolderRefused: "This person is not in the directory, or was erased.",
  AssetLost: "This asset is lost. If it came back, say that it was found.",
  ChecklistTemplateUnknown: "This checklist is no longer there. Choose another one.",
  DefaultJurisdictionUnknown: "There is no such country or region. Give a code of ISO #, for example DE or US-CA.",
  DirectoryRecordUnknown: "This person is not in the directory.",
  EmployeeNumberTaken: "Somebody in the directory already has this number.",
  ExitDateRequired: "Name the last working day: nobody said when it is.",
  ExitInterviewExists: "The person is invited already.",
  ExitInterviewHeld: "The exit interview is marked as held. Take that back first.",
  JurisdictionUnknown: "There is no such country or region. Give a code of ISO #, for example DE or US-CA.",
  ManagerIsEmployee: "Nobody is their own manager. Give another address, or none.",
  NewOwnerIsLeaver: "Who leaves cannot take over what they leave behind. Name somebody else.",
  NotNeededReasonRequired: "Say in # to # characters why the task is not needed.",
  OwnManager: "Nobody is their own manager. Give another address, or none.",
  PastExitDatePermission:
    "The last day is past, so access would be revoked at once, which you may not do. Choose a later day, or ask an administrator.",
  ReasonRequired: "Give a reason of # to # characters.",
  RoleUnknown: "This role is no longer there. Choose another one.",
  ServiceNameReserved: "This is the name of a built-in integration. Choose another one, or connect the built-in one.",
  SiemQueueFull: "# events are waiting for this target already. Go on when some have been sent.",
  SsoRequired: "Your organisation signs in through its identity provider.",
  SuccessorIsSelf: "It must be another member, not you."
}
