import { Layer } from "effect"
import * as Employees from "#work/employees/index"
import * as Checklists from "#work/checklists/index"
import * as ChecklistTemplates from "#work/checklist-templates/index"
import * as Assets from "#work/assets/index"
import * as Documents from "#work/documents/index"
import * as DocumentTemplates from "#work/document-templates/index"
import * as Revocations from "#work/revocations/index"
import * as ResidualAccess from "#work/residual-access/index"
import * as ItTickets from "#work/it-tickets/index"
import * as ExitInterviews from "#work/exit-interviews/index"
import * as Sms from "#work/sms/index"

/** What is to be done when somebody leaves. Lowest last. */
export const services = Layer.mergeAll(
  ResidualAccess.services,
  ItTickets.services,
  ExitInterviews.services,
  DocumentTemplates.services
).pipe(
  Layer.provideMerge(Revocations.services),
  Layer.provideMerge(Layer.mergeAll(Assets.services, Documents.services)),
  Layer.provideMerge(ChecklistTemplates.services),
  Layer.provideMerge(Checklists.services),
  Layer.provideMerge(Sms.services),
  Layer.provideMerge(Employees.services)
)
export const http = Layer.mergeAll(
  Employees.http,
  Checklists.http,
  ChecklistTemplates.http,
  Assets.http,
  Documents.http,
  DocumentTemplates.http,
  Revocations.http,
  ResidualAccess.http,
  ItTickets.http,
  ExitInterviews.http,
  Sms.http
)
export const loops = Layer.mergeAll(
  Checklists.loops,
  Assets.loops,
  Documents.loops,
  Revocations.loops,
  ResidualAccess.loops,
  ItTickets.loops,
  Sms.loops
)
export const reactions = Layer.mergeAll(ResidualAccess.reactions, ItTickets.reactions, Sms.reactions)
