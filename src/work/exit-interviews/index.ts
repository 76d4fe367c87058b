import { Layer } from "effect"
import { CalendlyCallbacks } from "./callbacks.ts"
import { CalendlyConnecting } from "./connect.ts"
import { ExitInterviewsHttp } from "./http.ts"
import { ExitInterviewsRepo } from "./repo.ts"
import { ExitInterviews } from "./service.ts"

export const services = Layer.mergeAll(
  ExitInterviews.layerNoDeps,
  CalendlyConnecting.layerNoDeps,
  CalendlyCallbacks.layerNoDeps
).pipe(Layer.provide(ExitInterviewsRepo.layer))
export const http = ExitInterviewsHttp
