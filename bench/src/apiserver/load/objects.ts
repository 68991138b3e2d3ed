/** What the load is made of: maps of about a kilobyte, and a custom kind with a schema, a list by keys and a status. */
export const GROUP = 'bench.reeve.dev'
export const WIDGETS = `/apis/${GROUP}/v1/namespaces/default/widgets`

export function mapsIn(namespace: string): string {
  return `/api/v1/namespaces/${namespace}/configmaps`
}

const TEXT = 'x'.repeat(700)

export function mapNamed(name: string): string {
  return `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"${name}","labels":{"app":"bench"}},"data":{"text":"${TEXT}","more":"of it"}}`
}

/** A widget that differs from the one before in one field. */
export function widgetOf(name: string, size: number): object {
  return {
    apiVersion: `${GROUP}/v1`,
    kind: 'Widget',
    metadata: { name, labels: { app: 'bench' } },
    spec: {
      size,
      colour: 'green',
      note: TEXT,
      parts: [
        { name: 'wheel', count: 4 },
        { name: 'lamp', count: 2 },
      ],
    },
  }
}

const PART = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, count: { type: 'integer', minimum: 1 } },
}
const SPEC = {
  type: 'object',
  required: ['size'],
  properties: {
    size: { type: 'integer', minimum: 0, maximum: 1_000_000_000 },
    colour: { type: 'string', enum: ['red', 'green'], default: 'red' },
    note: { type: 'string', maxLength: 4_096 },
    parts: {
      type: 'array',
      maxItems: 16,
      items: PART,
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
    },
  },
}
const STATUS = { type: 'object', properties: { ready: { type: 'boolean' } } }

export const DEFINITION = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `widgets.${GROUP}` },
  spec: {
    group: GROUP,
    scope: 'Namespaced',
    names: { kind: 'Widget', plural: 'widgets', singular: 'widget', listKind: 'WidgetList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: { openAPIV3Schema: { type: 'object', properties: { spec: SPEC, status: STATUS } } },
      },
    ],
  },
}
