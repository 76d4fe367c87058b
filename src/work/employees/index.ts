import { Layer } from "effect"
import { DirectoryRepo } from "./directory-repo.ts"
import { Directory } from "./directory.ts"
import { EmployeesHttp } from "./http.ts"
import { EmployeesRepo } from "./repo.ts"
import { Employees } from "./service.ts"

export const services = Layer.mergeAll(Employees.layerNoDeps, Directory.layerNoDeps).pipe(
  Layer.provide([EmployeesRepo.layer, DirectoryRepo.layer])
)
export const http = EmployeesHttp
