import type { TicketProvider } from "@svc/contract/it-tickets/schema"
import { freshservice } from "./freshservice.ts"
import { jira } from "./jira.ts"
import { servicenow } from "./servicenow.ts"
import type { TicketSystem } from "./ticket-system.ts"
import { zendesk } from "./zendesk.ts"

export const ticketSystems: Readonly<Record<TicketProvider, TicketSystem>> = { jira, servicenow, freshservice, zendesk }
