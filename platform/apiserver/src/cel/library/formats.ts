import {
  label1035Errors,
  labelErrors,
  type NameWords,
  subdomainErrors,
} from '../../kinds/checks/name-words.ts'
import { formatCheckOf } from '../../schema/formats/formats.ts'
import { labelKeyErrors, labelValueErrors } from '../../selectors/label-syntax.ts'
import { CelFormat } from '../values/cel-format.ts'
import { CelList } from '../values/cel-list.ts'
import { CelOptional } from '../values/cel-optional.ts'
import { urlProblem } from '../values/cel-url.ts'
import { type FunctionTable, overload } from './overload.ts'

const FORMAT = 'kubernetes.NamedFormat'

/** A name that something will be added to may end with a dash. */
const asPrefix =
  (words: NameWords): NameWords =>
  (name) =>
    words(name.replace(/(?<=.)-$/u, 'a'))

const checked = (format: string, wrong: string): NameWords => {
  const isFormat = formatCheckOf(format)
  return (text) => (isFormat === undefined || isFormat(text) ? [] : [wrong])
}

const uri: NameWords = (text) => {
  const problem = urlProblem(text)
  return problem === undefined ? [] : [problem]
}

const DATE_TIME = 72
const NAMED: readonly (readonly [string, string, number, NameWords])[] = [
  ['dns1123Label', 'DNS1123Label', 30, labelErrors],
  ['dns1123Subdomain', 'DNS1123Subdomain', 60, subdomainErrors],
  ['dns1035Label', 'DNS1035Label', 30, label1035Errors],
  ['qualifiedName', 'QualifiedName', 60, labelKeyErrors],
  ['dns1123LabelPrefix', 'DNS1123LabelPrefix', 30, asPrefix(labelErrors)],
  ['dns1123SubdomainPrefix', 'DNS1123SubdomainPrefix', 60, asPrefix(subdomainErrors)],
  ['dns1035LabelPrefix', 'DNS1035LabelPrefix', 30, asPrefix(label1035Errors)],
  ['labelValue', 'LabelValue', 40, labelValueErrors],
  ['uri', 'URI', 1103, uri],
  ['uuid', 'uuid', 71, checked('uuid', 'does not match the UUID format')],
  ['byte', 'byte', 84, checked('byte', 'invalid base64')],
  ['date', 'date', DATE_TIME, checked('date', 'invalid date')],
  ['datetime', 'datetime', DATE_TIME, checked('date-time', 'invalid datetime')],
]
const FORMATS: ReadonlyMap<string, CelFormat> = new Map(
  NAMED.map(([key, name, regexSize, problems]) => [key, new CelFormat(name, { regexSize, problems })]),
)

function validate(format: CelFormat, text: string): CelOptional {
  const problems = format.problems(text)
  return problems.length === 0 ? CelOptional.none : new CelOptional(CelList.of(problems))
}

function named(name: string): CelOptional {
  const format = FORMATS.get(name)
  return format === undefined ? CelOptional.none : new CelOptional(format)
}

/** Kubernetes' named formats. */
export const FORMAT_FUNCTIONS: FunctionTable = {
  validate: [overload('format-validate', `${FORMAT}.(string) -> optional(list(string))`, validate)],
  'format.named': [overload('format-named', `(string) -> optional(${FORMAT})`, named)],
  ...Object.fromEntries(
    [...FORMATS].map(([key, format]) => [
      `format.${key}`,
      [overload(`format.${key}`, `() -> ${FORMAT}`, () => format)],
    ]),
  ),
}
