import { SearchHttp } from "./http.ts"
import { Search } from "./service.ts"

export const services = Search.layerNoDeps
export const http = SearchHttp
