import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type GoField, goStructs } from './go-struct.ts'

/** A field as JSON has it, with the way that protobuf goes to it. */
export interface WrittenField extends Omit<GoField, 'number'> {
  readonly numbers: readonly number[]
}

/** Where a package that a struct may name lies. */
export interface ModuleCache {
  /** Such as `/root/go/pkg/mod/k8s.io`. */
  readonly folder: string
  /** Such as `v0.34.2`, the same for all of Kubernetes' own modules. */
  readonly version: string
}

const META = 'apimachinery.pkg.apis.meta.v1'

/** The fields of a type by their JSON names; inlined structs are opened. None if the source has no such struct. */
export function writtenFields(typeName: string, modules: ModuleCache): ReadonlyMap<string, WrittenField> {
  const fields = new Map<string, WrittenField>()
  collect(typeName, { modules, fields, path: [] })
  return fields
}

interface Collecting {
  readonly modules: ModuleCache
  readonly fields: Map<string, WrittenField>
  /** Where its message lies in the outermost; `undefined` if protobuf does not have it. */
  readonly path: readonly number[] | undefined
}

function collect(typeName: string, { modules, fields, path }: Collecting): void {
  const at = typeName.lastIndexOf('.')
  const packageName = typeName.slice(0, at)
  const struct = goStructs(folderOf(packageName, modules)).get(typeName.slice(at + 1)) ?? []
  for (const { number, ...field } of struct) {
    const numbers = number === 0 || path === undefined ? undefined : [...path, number]
    if (field.json !== '') fields.set(field.json, { ...field, numbers: numbers ?? [] })
    else collect(inlinedName(field.type, packageName), { modules, fields, path: numbers })
  }
}

/** Only meta/v1 is inlined from other packages. */
function inlinedName(type: string, packageName: string): string {
  const [qualifier, name] = type.split('.')
  if (name === undefined) return `${packageName}.${type}`
  return `${qualifier === 'v1' ? 'api.core.v1' : META}.${name}`
}

/** `api.core.v1` → `…/api@v0.34.2/core/v1`. */
function folderOf(packageName: string, { folder, version }: ModuleCache): string {
  const [module = '', ...path] = packageName.split('.')
  const found = join(folder, `${module}@${version}`, ...path)
  if (!existsSync(found)) throw new Error(`cannot read the Go package ${packageName}: there is no ${found}`)
  return found
}
