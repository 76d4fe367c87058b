import { McpHttp } from "./http.ts"
import { Assistants } from "./service.ts"

export const services = Assistants.layerNoDeps
export const http = McpHttp
