/** A resource in Fabrica's form: what is wanted in `spec`, what was seen in `status`. */
export interface Resource<Spec = unknown, Status = unknown> {
  kind: string
  uid: string
  spec: Spec
  status: Status
}

export function getKind(resource: Pick<Resource, 'kind'>): string {
  return resource.kind
}

export function getUid(resource: Pick<Resource, 'uid'>): string {
  return resource.uid
}
