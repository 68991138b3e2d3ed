import { type Clock, type Logger, type Random, realClock, realRandom, silentLogger } from '@reeve/ground'
import type { Ledger } from '@reeve/ledger'
import { ADMIT_ALL, type Admission } from '../admission/admission.ts'
import { PolicyStatusController } from '../admission/policies/policy-status-controller.ts'
import { serviceResolver } from '../admission/service-resolver.ts'
import { type RunningAdmission, startAdmission } from '../admission/start-admission.ts'
import { WebhookClient } from '../admission/webhook-client.ts'
import { identify } from '../auth/identify.ts'
import type { User } from '../auth/user.ts'
import { builtinAdmission } from '../builtin/builtin-admission.ts'
import { addBuiltinKinds } from '../builtin/builtin-kinds.ts'
import { GarbageCollector } from '../builtin/garbage-collector.ts'
import { NamespaceController } from '../builtin/namespace-controller.ts'
import { SYSTEM_PRIORITY_CLASSES } from '../builtin/system-priority-classes.ts'
import { converting } from '../conversion/converting.ts'
import { CrdController } from '../crd/crd-controller.ts'
import { allowedHosts } from '../http/allowed-hosts.ts'
import { HttpsDoor } from '../http/https-door.ts'
import { ResourceRegistry } from '../resources/resource-registry.ts'
import { ApiError } from '../status/api-error.ts'
import { ObjectStore } from '../storage/object-store.ts'
import type { Certified } from '../tls/certificate.ts'
import type { ApiAnswer, ApiRequest } from './api-request.ts'
import { answer, failure } from './api-server.ts'
import { HistoryKeeper } from './history-keeper.ts'
import { ownRequests } from './own-requests.ts'
import { Security } from './security.ts'
import type { Services } from './services.ts'

export interface ControlPlaneOptions {
  /** Where everything is kept. Stays open when the control plane closes. */
  readonly ledger: Ledger
  /** The authority that clients in every namespace are to trust, as PEM. Default: none. */
  readonly rootCa?: string
  /** The private key that signs tokens of service accounts, as PEM. Default: a new one, so that old tokens are worth nothing. */
  readonly signingKey?: string
  readonly clock?: Clock
  readonly random?: Random
  readonly logger?: Logger
}

export interface ListenOptions {
  /** Default: 127.0.0.1. */
  readonly host?: string
  /** Default: any that is free. */
  readonly port?: number
  readonly tls: Certified
  /** Users by their bearer tokens. */
  readonly users: Readonly<Record<string, User>>
  /** What the server is called beside its address and localhost; requests that name another host are refused. */
  readonly names?: readonly string[]
  /** The authority whose certificates clients may show, as PEM. Default: none may. */
  readonly clientCa?: string
  /** Stands between this door and the control plane: records or disturbs what comes through. Default: nothing. */
  readonly around?: (handle: Handle) => Handle
}

/** Answers requests. */
export type Handle = (request: ApiRequest) => Promise<ApiAnswer>

/** A Kubernetes API in this process: through `handle` without a socket, through `listen` over HTTPS. */
export interface ControlPlane extends AsyncDisposable {
  handle(request: ApiRequest): Promise<ApiAnswer>
  listen(options: ListenOptions): Promise<{ readonly url: string }>
  close(): Promise<void>
}

const CLOSED = new ApiError('the control plane is closed', { code: 503, reason: 'ServiceUnavailable' })
const NAMESPACES = ['default', 'kube-system', 'kube-public', 'kube-node-lease']

/** Starts a control plane on a ledger; resolves when everything that is stored is served. */
export async function startControlPlane(options: ControlPlaneOptions): Promise<ControlPlane> {
  const { clock = realClock, random = realRandom, logger = silentLogger } = options
  const registry = new ResourceRegistry()
  addBuiltinKinds(registry)
  const store = new ObjectStore(options.ledger)
  const { signingKey, rootCa = '' } = options
  const security = new Security({ store, registry, clock, random, logger, signingKey, rootCa })
  const users: Record<string, User> = {}
  const core = { group: '', version: 'v1' }
  const client = new WebhookClient({
    clock,
    resolveService: serviceResolver({
      service: (namespace, name) => store.get(registry.get(core, 'services'), namespace, name),
      endpoints: (namespace, name) => store.get(registry.get(core, 'endpoints'), namespace, name),
    }),
  })
  let admitting: RunningAdmission | undefined
  let admission: Admission = ADMIT_ALL
  const closing = new AbortController()
  const services: Services = {
    store,
    closing: closing.signal,
    registry,
    clock,
    random,
    get admission() {
      return admission
    },
    security,
    get tokens() {
      return security.bearers(users)
    },
  }
  const definitions = registry.get(
    { group: 'apiextensions.k8s.io', version: 'v1' },
    'customresourcedefinitions',
  )
  const namespaces = registry.get({ group: '', version: 'v1' }, 'namespaces')
  const doors: HttpsDoor[] = []
  let address = ''
  let closed = false
  const handle = async (request: ApiRequest): Promise<ApiAnswer> =>
    closed ? failure(CLOSED) : answer(services, request, address)
  const own = ownRequests(handle, store)
  const controllers = [
    new CrdController({ services, definitions, own, converting: converting({ client, random }), logger }),
    new HistoryKeeper({ ledger: options.ledger, clock, logger }),
    new GarbageCollector({ services, logger, own }),
    new NamespaceController({ services, namespaces, logger, own, rootCa }),
    new PolicyStatusController({
      store,
      policies: registry.get(
        { group: 'admissionregistration.k8s.io', version: 'v1' },
        'validatingadmissionpolicies',
      ),
      kinds: registry,
      writeStatus: own.writeStatus,
      clock,
      logger,
    }),
    ...security.controllers(own),
  ]
  const close = async (): Promise<void> => {
    closing.abort()
    await Promise.all(doors.splice(0).map((door) => door.close())) // what came in before is still answered
    closed = true
    await Promise.all([...controllers, security, admitting].map((each) => each?.stop()))
    client.close()
  }
  try {
    await security.start()
    const { authorizer } = security
    admitting = await startAdmission({ store, registry, client, clock, random, logger, authorizer })
    admission = builtinAdmission(admitting.admission, { store, registry, authorizer })
    for (const name of NAMESPACES) {
      await own.make(namespaces, '', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
    }
    const classes = registry.get({ group: 'scheduling.k8s.io', version: 'v1' }, 'priorityclasses')
    for (const one of SYSTEM_PRIORITY_CLASSES) await own.make(classes, '', one)
    for (const controller of controllers) await controller.start()
  } catch (error) {
    await close()
    throw error
  }
  return {
    handle,
    listen: async ({ host = '127.0.0.1', port = 0, tls, names = [], clientCa, around, ...listening }) => {
      const authenticators = security.authenticators(listening.users)
      Object.assign(users, listening.users)
      const door = await HttpsDoor.open({
        host,
        port,
        tls,
        ...(clientCa !== undefined && { clientCa }),
        allowsHost: allowedHosts([host, ...names]),
        identify: (shown, anonymous) =>
          identify(shown, { authenticators, authorizer: security.authorizer, anonymous }),
        handle: around?.(handle) ?? handle,
        refuse: (request, error) => {
          const refusing: Handle = async () => failure(error)
          return (around?.(refusing) ?? refusing)(request)
        },
        clock,
        logger,
      })
      doors.push(door)
      address = `${host}:${door.port}`
      return { url: `https://${address}` }
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
