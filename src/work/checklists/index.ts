import { Layer } from "effect"
import { DueReminders } from "./due-reminders.ts"
import { DueRepo } from "./due-repo.ts"
import { ChecklistsHttp } from "./http.ts"
import { ChecklistsLoops } from "./loops.ts"
import { ChecklistsRepo } from "./repo.ts"
import { Checklists } from "./service.ts"
import { SlaBreaches } from "./sla-breaches.ts"
import { SlaRepo } from "./sla-repo.ts"
import { TasksRepo } from "./tasks-repo.ts"

const repos = Layer.mergeAll(ChecklistsRepo.layer, TasksRepo.layer, SlaRepo.layer, DueRepo.layer)

export const services = Layer.mergeAll(Checklists.layerNoDeps, SlaBreaches.layerNoDeps, DueReminders.layerNoDeps).pipe(
  Layer.provide(repos)
)
export const http = ChecklistsHttp
export const loops = ChecklistsLoops
