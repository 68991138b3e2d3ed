import type { Admission, Admitting } from '../admission/admission.ts'
import { AdmissionChain } from '../admission/admission-chain.ts'
import type { Authorizer } from '../auth/authorizer.ts'
import type { ResourceRegistry } from '../resources/resource-registry.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import { CertificateAdmission } from './certificates/certificate-admission.ts'
import { PriorityAdmission } from './priority-admission.ts'

export interface BuiltinAdmissionOptions {
  readonly store: ObjectStore
  readonly registry: ResourceRegistry
  readonly authorizer: Authorizer
}

/** The kinds that the server itself has a say in; all others go straight to those who were configured. */
const KINDS = new Set([
  '/pods',
  'scheduling.k8s.io/priorityclasses',
  'certificates.k8s.io/certificatesigningrequests',
])

/** What the server itself changes and refuses around `configured`: priorities before it, who asks for a certificate after. */
export function builtinAdmission(configured: Admission, options: BuiltinAdmissionOptions): Admission {
  const { store, registry, authorizer } = options
  const classes = registry.get({ group: 'scheduling.k8s.io', version: 'v1' }, 'priorityclasses')
  const priorities = new PriorityAdmission({ store, classes })
  const chain = new AdmissionChain([priorities, configured, new CertificateAdmission(authorizer)])
  const asked = ({ resource }: Admitting): Admission =>
    KINDS.has(`${resource.group}/${resource.resource}`) ? chain : configured
  return { mutate: (ask) => asked(ask).mutate(ask), validate: (ask) => asked(ask).validate(ask) }
}
