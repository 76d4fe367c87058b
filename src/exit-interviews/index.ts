import { ExitInterviewsHttp } from "./http.ts"
import { ExitInterviews } from "./service.ts"

export const services = ExitInterviews.layerNoDeps
export const http = ExitInterviewsHttp
