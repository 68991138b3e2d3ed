import { type Definition, definition, type Scenario } from './scenarios.ts'
import type { Ask } from './twins.ts'

const APPLY = 'application/apply-patch+yaml'
const MERGE = 'application/merge-patch+json'
const GROUP = '/apis/twin.example.io'

interface CustomScenario extends Scenario {
  readonly defined: readonly Definition[]
}

const open = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }
const typed = (spec: object, more = {}): object => ({
  openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties: spec } }, ...more },
})

function at(version: string, plural: string, name = ''): string {
  return `${GROUP}/${version}/namespaces/default/${plural}${name === '' ? '' : `/${name}`}`
}

function object(version: string, kind: string, name: string, more: object = {}): Record<string, unknown> {
  return { apiVersion: `twin.example.io/${version}`, kind, metadata: { name }, ...more }
}

function apply(path: string, manager: string, body: unknown, more = ''): Ask {
  return { method: 'PATCH', type: APPLY, path: `${path}?fieldManager=${manager}${more}`, body }
}

const versions: CustomScenario = {
  title: 'show an object in every version, and keep account of owners in each',
  defined: [
    definition('Gauge', [
      {
        name: 'v1',
        served: true,
        storage: false,
        schema: typed({ low: { type: 'integer' }, high: { type: 'integer' }, old: { type: 'string' } }),
      },
      {
        name: 'v2',
        served: true,
        storage: true,
        schema: typed({ low: { type: 'integer' }, high: { type: 'integer', default: 9 } }),
      },
      { name: 'v3', served: false, storage: false, schema: open },
    ]),
  ],
  asks: [
    {
      method: 'POST',
      path: at('v1', 'gauges'),
      body: object('v1', 'Gauge', 'a', { spec: { low: 1, old: 'x' } }),
    },
    { method: 'GET', path: at('v1', 'gauges', 'a') },
    { method: 'GET', path: at('v2', 'gauges', 'a') },
    { method: 'GET', path: at('v3', 'gauges', 'a') },
    apply(at('v2', 'gauges', 'a'), 'anna', object('v2', 'Gauge', 'a', { spec: { high: 5 } })),
    apply(at('v1', 'gauges', 'a'), 'ben', object('v1', 'Gauge', 'a', { spec: { low: 7 } })),
    apply(at('v1', 'gauges', 'a'), 'ben', object('v1', 'Gauge', 'a', { spec: { low: 7 } }), '&force=true'),
    { method: 'GET', path: at('v2', 'gauges') },
    { method: 'PATCH', type: MERGE, path: at('v1', 'gauges', 'a'), body: { spec: { low: 8 } } },
    apply(at('v2', 'gauges', 'a'), 'ben', object('v2', 'Gauge', 'a', { spec: { low: 9 } }), '&force=true'),
    apply(at('v2', 'gauges', 'b'), 'ben', object('v1', 'Gauge', 'b', { spec: { low: 9 } })),
    { method: 'POST', path: at('v2', 'gauges'), body: object('v1', 'Gauge', 'c') },
    { method: 'DELETE', path: at('v1', 'gauges', 'a') },
  ],
}

const selectable: CustomScenario = {
  title: 'are selected by the fields that their definition names',
  defined: [
    definition('Shelf', [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: typed({ color: { type: 'string' }, size: { type: 'integer' }, big: { type: 'boolean' } }),
        selectableFields: [
          { jsonPath: '.spec.color' },
          { jsonPath: '.spec.size' },
          { jsonPath: '.spec.big' },
        ],
      },
    ]),
  ],
  asks: [
    {
      method: 'POST',
      path: at('v1', 'shelfs'),
      body: object('v1', 'Shelf', 'a', { spec: { color: 'red', size: 1 } }),
    },
    {
      method: 'POST',
      path: at('v1', 'shelfs'),
      body: object('v1', 'Shelf', 'b', { spec: { color: 'blue', big: true } }),
    },
    ...[
      'spec.color=red',
      'spec.color!=red',
      'spec.size=1',
      'spec.big=true',
      'spec.big=',
      'spec.other=1',
      'spec.color=red,metadata.name=a',
    ].map((selector) => ({
      method: 'GET',
      path: `${at('v1', 'shelfs')}?fieldSelector=${encodeURIComponent(selector)}`,
    })),
  ],
}

const older: CustomScenario = {
  title: 'have the defaults and fields of today when their schema has changed since they were stored',
  defined: [
    definition('Chair', [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: typed({ legs: { type: 'integer' }, arm: { type: 'string' } }),
      },
    ]),
  ],
  asks: [
    {
      method: 'POST',
      path: at('v1', 'chairs'),
      body: object('v1', 'Chair', 'a', { spec: { legs: 4, arm: 'x' } }),
    },
    {
      method: 'PATCH',
      type: 'application/json-patch+json',
      path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/chairs.twin.example.io?dryRun=All',
      body: [
        { op: 'remove', path: '/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/arm' },
      ],
    },
  ],
}

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const lifecycle: CustomScenario = {
  title: 'come and go with their definition, whose status says so',
  defined: [
    definition('Lamp', [
      { name: 'v1', served: true, storage: true, schema: open, subresources: { status: {} } },
    ]),
  ],
  asks: [
    { method: 'GET', path: `${DEFINITIONS}/lamps.twin.example.io` },
    {
      method: 'POST',
      path: at('v1', 'lamps'),
      body: object('v1', 'Lamp', 'a', { metadata: { name: 'a', finalizers: ['x.io/y'] } }),
    },
    { method: 'DELETE', path: `${DEFINITIONS}/lamps.twin.example.io` },
  ],
}

const scaled: CustomScenario = {
  title: 'are scaled through a path of its own',
  defined: [
    definition('Fleet', [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: {
          status: {},
          scale: {
            specReplicasPath: '.spec.ships',
            statusReplicasPath: '.status.ships',
            labelSelectorPath: '.status.selector',
          },
        },
        schema: open,
      },
    ]),
  ],
  asks: [
    { method: 'POST', path: at('v1', 'fleets'), body: object('v1', 'Fleet', 'a', { spec: { ships: 2 } }) },
    { method: 'GET', path: `${at('v1', 'fleets', 'a')}/scale` },
    {
      method: 'PATCH',
      type: MERGE,
      path: `${at('v1', 'fleets', 'a')}/scale?fieldManager=ben`,
      body: { spec: { replicas: 5 } },
    },
    { method: 'GET', path: at('v1', 'fleets', 'a') },
    {
      method: 'PUT',
      path: `${at('v1', 'fleets', 'a')}/scale`,
      body: {
        apiVersion: 'autoscaling/v1',
        kind: 'Scale',
        metadata: { name: 'a', namespace: 'default' },
        spec: { replicas: 3 },
      },
    },
    {
      method: 'PATCH',
      type: MERGE,
      path: `${at('v1', 'fleets', 'a')}/scale`,
      body: { spec: { replicas: -1 } },
    },
    {
      method: 'PATCH',
      type: MERGE,
      path: `${at('v1', 'fleets', 'a')}/status`,
      body: { status: { ships: 3, selector: 'a=b' } },
    },
    { method: 'GET', path: `${at('v1', 'fleets', 'a')}/scale` },
    { method: 'GET', path: `${at('v1', 'fleets', 'none')}/scale` },
    { method: 'POST', path: at('v1', 'fleets'), body: object('v1', 'Fleet', 'b', { spec: { ships: -2 } }) },
    { method: 'DELETE', path: `${at('v1', 'fleets', 'a')}/scale` },
  ],
}

const rules = (spec: object, validations: object[]): object => ({
  openAPIV3Schema: {
    type: 'object',
    properties: { spec: { type: 'object', properties: spec, 'x-kubernetes-validations': validations } },
  },
})
const ruled: CustomScenario = {
  title: 'are held to the rules of their definition',
  defined: [
    definition('Valve', [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: rules(
          {
            low: { type: 'integer' },
            high: { type: 'integer', maximum: 100 },
            names: { type: 'array', maxItems: 10, items: { type: 'string', maxLength: 20 } },
            quantity: { type: 'string', maxLength: 20 },
          },
          [
            {
              rule: '!has(self.low) || !has(self.high) || self.low <= self.high',
              message: 'low is above high',
            },
            {
              rule: '!has(oldSelf.low) || self.low >= oldSelf.low',
              messageExpression: "oldSelf.low > 2 ? 'was more' : 'was less'",
            },
            {
              rule: "!has(self.names) || self.names.all(n, n.matches('^[a-z]+$'))",
              fieldPath: '.names',
              reason: 'FieldValueForbidden',
            },
            { rule: '!has(self.names) || self.names.isSorted()' },
            {
              rule: "!has(self.quantity) || quantity(self.quantity).isLessThan(quantity('5Gi'))",
              message: 'too much',
            },
          ],
        ),
      },
    ]),
  ],
  asks: [
    {
      method: 'POST',
      path: at('v1', 'valves'),
      body: object('v1', 'Valve', 'a', { spec: { low: 3, high: 5 } }),
    },
    {
      method: 'POST',
      path: at('v1', 'valves'),
      body: object('v1', 'Valve', 'b', { spec: { low: 6, high: 5 } }),
    },
    {
      method: 'POST',
      path: at('v1', 'valves'),
      body: object('v1', 'Valve', 'b', { spec: { low: 200, high: 150 } }),
    },
    {
      method: 'POST',
      path: at('v1', 'valves'),
      body: object('v1', 'Valve', 'b', { spec: { names: ['b', 'A'] } }),
    },
    {
      method: 'POST',
      path: at('v1', 'valves'),
      body: object('v1', 'Valve', 'b', { spec: { quantity: '6Gi' } }),
    },
    {
      method: 'POST',
      path: at('v1', 'valves'),
      body: object('v1', 'Valve', 'b', { spec: { quantity: 'many' } }),
    },
    { method: 'PATCH', type: MERGE, path: at('v1', 'valves', 'a'), body: { spec: { low: 2 } } },
    { method: 'PATCH', type: MERGE, path: at('v1', 'valves', 'a'), body: { spec: { low: 4 } } },
    apply(at('v1', 'valves', 'a'), 'ben', object('v1', 'Valve', 'a', { spec: { low: 9 } }), '&force=true'),
    ...[
      [{ rule: 'self.none > 1' }],
      [{ rule: 'self.low + 1' }],
      [{ rule: '' }],
      [{ rule: 'self.names.all(a, self.names.all(b, self.names.all(c, a != b || b != c)))' }],
      [{ rule: 'self.low > 1', messageExpression: 'self.low' }],
      [{ rule: 'self.low > 1', reason: 'Because' }],
      [{ rule: "self.names.exists(n, n == 'x'", message: 'unfinished' }],
    ].map((validations) => ({
      method: 'POST',
      path: DEFINITIONS,
      body: definition('Wrong', [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: rules(
            { low: { type: 'integer' }, names: { type: 'array', items: { type: 'string' } } },
            validations,
          ),
        },
      ]),
    })),
  ],
}

/** Each with definitions of its own, so that none disturbs another. */
export const SCENARIOS: readonly CustomScenario[] = [versions, selectable, older, lifecycle, scaled, ruled]
