import type { FakeAnswers } from '../admission/fake-webhooks.ts'
import { isList, isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'

const KIND = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'ConversionReview' }

type Change = (object: JsonObject) => JsonValue

function answered({ uid = '' }: JsonObject, response: JsonObject): JsonObject {
  return { ...KIND, response: { uid, result: { status: 'Success' }, ...response } }
}

/** The objects in the version that was asked for, changed as told. */
function converted(request: JsonObject, change: Change = (object) => object): JsonObject {
  const objects = isList(request.objects) ? request.objects.filter(isObject) : []
  const apiVersion = request.desiredAPIVersion ?? ''
  return answered(request, { convertedObjects: objects.map((object) => change({ ...object, apiVersion })) })
}

const meta =
  (changes: JsonObject): Change =>
  (object) => ({ ...object, metadata: { ...(object.metadata as JsonObject), ...changes } })

/** Conversion webhooks, good and bad, by path. For tests only. */
export const FAKE_CONVERSIONS: FakeAnswers = {
  '/convert': (request) =>
    converted(request, (object) => ({ ...object, spec: { changed: object.apiVersion ?? '' } })),
  '/convert-labels': (request) =>
    converted(
      request,
      meta({ labels: { l: 'new' }, annotations: { a: 'b' }, resourceVersion: '9', finalizers: ['x/y'] }),
    ),
  '/convert-bad-label': (request) => converted(request, meta({ labels: { 'a b': 'c d' } })),
  '/convert-odd-label': (request) => converted(request, meta({ labels: { a: 1 } })),
  '/convert-label-list': (request) => converted(request, meta({ labels: ['a'] })),
  '/convert-version': (request) =>
    converted(request, (object) => ({ ...object, apiVersion: 'conv.example.com/v9' })),
  '/convert-kind': (request) => converted(request, (object) => ({ ...object, kind: 'Other' })),
  '/convert-name': (request) => converted(request, meta({ name: 'other' })),
  '/convert-uid': (request) => converted(request, meta({ uid: 'other' })),
  '/convert-namespace': (request) => converted(request, meta({ namespace: 'other' })),
  '/convert-no-metadata': (request) => converted(request, ({ metadata: _, ...object }) => object),
  '/convert-few': (request) => answered(request, { convertedObjects: [] }),
  '/convert-text': (request) => converted(request, () => 'word'),
  '/convert-failed': (request) => answered(request, { result: { status: 'Failure', message: 'cannot be' } }),
  '/convert-silent': (request) => answered(request, { result: { status: 'Failure' } }),
  '/convert-bad-uid': (request) => ({ ...answered(request, {}), response: { uid: 'other' } }),
  '/convert-no-response': () => KIND,
  '/convert-no-kind': (request) => ({ response: converted(request).response ?? null }),
  '/convert-other-kind': () => ({ apiVersion: 'v1', kind: 'Pod' }),
}

/** All of them, and some that fail before they answer. */
export const CONVERSION_PATHS: readonly string[] = [
  ...Object.keys(FAKE_CONVERSIONS),
  '/status-500',
  '/broken',
  '/reset',
]
