import { isSame, type JsonObject } from '../../json/json-value.ts'
import type { FieldError } from '../../status/field-error.ts'
import { checkDomainPath } from './check-domain-path.ts'
import { countErrors, lastingTemplateErrors, mismatchErrors } from './check-workloads.ts'
import { forbidden, IMMUTABLE, invalid, invalids, required, tooLong, unsupported } from './complaints.ts'
import { type KindCheck, kindCheck } from './kind-check.ts'
import { objectIn, textIn, textsIn } from './members.ts'
import { labelErrors, subdomainErrors } from './name-words.ts'
import { quantityValue } from './quantity-value.ts'
import { structText } from './struct-text.ts'

const MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod']
const RECLAIM = ['Delete', 'Recycle', 'Retain']

/** What ReplicaSets were before: a selector that is just labels. */
export const checkReplicationController: KindCheck = {
  ...kindCheck({
    rules: { namespaced: true, nameRule: 'subdomain' },
    order: 'whole-metadata',
    spec: (object) => controllerErrors(objectIn(object, 'spec')),
    change: (object) => controllerErrors(objectIn(object, 'spec')),
  }),
}

function controllerErrors(spec: JsonObject): readonly FieldError[] {
  const selector = objectIn(spec, 'selector')
  const isEmpty = Object.keys(selector).length === 0
  return [
    ...countErrors(spec, 'spec', ['minReadySeconds']),
    ...(isEmpty ? [required('spec.selector', '')] : []),
    ...countErrors(spec, 'spec', ['replicas']),
    ...(spec.template === undefined
      ? [required('spec.template', '')]
      : [
          ...(isEmpty
            ? []
            : mismatchErrors({ ...spec, selector: { matchLabels: selector } }, 'spec.template')),
          ...lastingTemplateErrors(spec, 'spec.template', 'ReplicationController'),
        ]),
  ]
}

/** A volume: how big it is and how it may be used. Of its source only that there is one. */
export const checkPersistentVolume: KindCheck = kindCheck({
  rules: { namespaced: false, nameRule: 'subdomain' },
  order: 'whole-metadata',
  spec: (object) => volumeErrors(objectIn(object, 'spec')),
})

function volumeErrors(spec: JsonObject): readonly FieldError[] {
  const modes = textsIn(spec, 'accessModes')
  const capacity = objectIn(spec, 'capacity')
  const names = Object.keys(capacity).sort()
  const policy = textIn(spec, 'persistentVolumeReclaimPolicy')
  const others = modes.filter((mode) => mode !== 'ReadWriteOncePod' && MODES.includes(mode))
  const isStorage = names.length === 1 && names[0] === 'storage'
  const shown =
    names.length === 0 ? 'null' : structText(Object.fromEntries(names.map((name) => [name, capacity[name]])))
  const className = textIn(spec, 'storageClassName')
  return [
    ...(modes.length === 0 ? [required('spec.accessModes', '')] : []),
    ...modes.flatMap((mode) => (MODES.includes(mode) ? [] : [unsupported('spec.accessModes', mode, MODES)])),
    ...(modes.includes('ReadWriteOncePod') && others.length > 0
      ? [forbidden('spec.accessModes', 'may not use ReadWriteOncePod with other access modes')]
      : []),
    ...(names.length === 0 ? [required('spec.capacity', '')] : []),
    ...(isStorage ? [] : [{ ...unsupported('spec.capacity', '', ['storage']), value: shown }]),
    ...names.flatMap((name) =>
      quantityValue(capacity[name]) > 0n
        ? []
        : [invalid(`spec.capacity[${name}]`, `${capacity[name]}`, 'must be greater than zero')],
    ),
    ...(policy === '' || RECLAIM.includes(policy)
      ? []
      : [unsupported('spec.persistentVolumeReclaimPolicy', policy, RECLAIM)]),
    ...(hasSource(spec) ? [] : [required('spec', 'must specify a volume type')]),
    ...(className === '' ? [] : invalids('spec.storageClassName', className, subdomainErrors(className))),
  ]
}

const NOT_SOURCES = new Set([
  'accessModes',
  'capacity',
  'claimRef',
  'mountOptions',
  'nodeAffinity',
  'persistentVolumeReclaimPolicy',
  'storageClassName',
  'volumeAttributesClassName',
  'volumeMode',
])

function hasSource(spec: JsonObject): boolean {
  return Object.keys(spec).some((name) => !NOT_SOURCES.has(name))
}

/** Who serves ingresses; that does not change. */
export const checkIngressClass: KindCheck = kindCheck({
  rules: { namespaced: false, nameRule: 'subdomain' },
  order: 'metadata-whole',
  spec: (object) => {
    const controller = textIn(objectIn(object, 'spec'), 'controller')
    return [
      ...(Buffer.byteLength(controller) > 250 ? [tooLong('spec.controller', 250)] : []),
      ...checkDomainPath(controller, 'spec.controller'),
    ]
  },
  change: (object, old) => {
    const [now, before] = [object, old].map((one) => textIn(objectIn(one, 'spec'), 'controller'))
    return now === before ? [] : [invalid('spec.controller', now ?? '', IMMUTABLE)]
  },
})

/** How containers are run; that does not change. */
export const checkRuntimeClass: KindCheck = kindCheck({
  rules: { namespaced: false, nameRule: 'subdomain', standardFinalizers: false },
  order: 'whole-metadata',
  spec: (object) => invalids('handler', textIn(object, 'handler'), labelErrors(textIn(object, 'handler'))),
  change: (object, old) =>
    isSame(object.handler, old.handler) ? [] : [invalid('handler', textIn(object, 'handler'), IMMUTABLE)],
})
