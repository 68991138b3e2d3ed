import { isObject, type JsonObject } from '../../json/json-value.ts'
import {
  anything,
  delimited,
  type Encode,
  each,
  flag,
  type MessagePlan,
  message,
  named,
  real,
  text,
  whole,
  wrapped,
  writeMembers,
} from './protobuf-fields.ts'
import { ReverseWriter } from './reverse-writer.ts'

/** Go clients ask for the swagger document in this form alone. */
export const SWAGGER_PROTOBUF = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf'

const schema: Encode = (out, number, value) => message(SCHEMA)(out, number, value)

const schemaOrFlag: Encode = (out, number, value) =>
  delimited(out, number, () => (isObject(value) ? schema(out, 1, value) : flag(out, 2, value)))

const SCHEMA: MessagePlan = {
  extensions: 31,
  fields: {
    $ref: [1, text],
    format: [2, text],
    title: [3, text],
    description: [4, text],
    default: [5, anything],
    multipleOf: [6, real],
    maximum: [7, real],
    exclusiveMaximum: [8, flag],
    minimum: [9, real],
    exclusiveMinimum: [10, flag],
    maxLength: [11, whole],
    minLength: [12, whole],
    pattern: [13, text],
    maxItems: [14, whole],
    minItems: [15, whole],
    uniqueItems: [16, flag],
    maxProperties: [17, whole],
    minProperties: [18, whole],
    required: [19, each(text)],
    enum: [20, each(anything)],
    additionalProperties: [21, schemaOrFlag],
    type: [22, wrapped(1, text)],
    items: [23, wrapped(1, schema)],
    properties: [25, wrapped(1, named(schema))],
    example: [30, anything],
  },
}

const BODY: MessagePlan = {
  extensions: 6,
  fields: {
    description: [1, text],
    name: [2, text],
    in: [3, text],
    required: [4, flag],
    schema: [5, schema],
  },
}
const QUERY: MessagePlan = {
  extensions: 23,
  fields: { required: [1, flag], in: [2, text], name: [4, text], type: [6, text], uniqueItems: [20, flag] },
}
const PATH: MessagePlan = {
  extensions: 22,
  fields: { required: [1, flag], in: [2, text], name: [4, text], type: [5, text], uniqueItems: [19, flag] },
}

const body = wrapped(1, wrapped(1, message(BODY)))
const inQuery = wrapped(1, wrapped(2, wrapped(3, message(QUERY))))
const inPath = wrapped(1, wrapped(2, wrapped(4, message(PATH))))
const parameter: Encode = (out, number, value) => {
  const where = isObject(value) ? value.in : undefined
  const encode = where === 'body' ? body : where === 'path' ? inPath : inQuery
  encode(out, number, value)
}

const RESPONSE: MessagePlan = {
  extensions: 5,
  fields: { description: [1, text], schema: [2, wrapped(1, schema)] },
}
const OPERATION: MessagePlan = {
  extensions: 13,
  fields: {
    tags: [1, each(text)],
    description: [3, text],
    operationId: [5, text],
    produces: [6, each(text)],
    consumes: [7, each(text)],
    parameters: [8, each(parameter)],
    responses: [9, wrapped(1, named(wrapped(1, message(RESPONSE))))],
    schemes: [10, each(text)],
  },
}
const operation = message(OPERATION)
const PATH_ITEM: MessagePlan = {
  extensions: 10,
  fields: {
    get: [2, operation],
    put: [3, operation],
    post: [4, operation],
    delete: [5, operation],
    patch: [8, operation],
    parameters: [9, each(parameter)],
  },
}
const API_KEY: MessagePlan = {
  extensions: 5,
  fields: { type: [1, text], name: [2, text], in: [3, text], description: [4, text] },
}
const DOCUMENT: MessagePlan = {
  extensions: 16,
  fields: {
    swagger: [1, text],
    info: [2, message({ extensions: 7, fields: { title: [1, text], version: [2, text] } })],
    paths: [8, wrapped(2, named(message(PATH_ITEM)))],
    definitions: [9, wrapped(1, named(schema))],
    security: [12, each(wrapped(1, named(wrapped(1, each(text)))))],
    securityDefinitions: [13, wrapped(1, named(wrapped(2, message(API_KEY))))],
  },
}

/** The document of `openApiV2` as the message `openapi.v2.Document` of gnostic, with no more fields than it uses. */
export function swaggerProtobuf(document: JsonObject): Uint8Array {
  const out = new ReverseWriter()
  writeMembers(out, DOCUMENT, document)
  return out.finish()
}
