/**
 * Ground: the few contracts that every room stands on, and their real implementations.
 *
 *   reeve-error  what goes wrong, as data first and prose second
 *   clock        time and timers, handed in so that a test of minutes takes none
 *   random       chance, handed in so that a run can be repeated
 *   logger       constant words plus fields; where they go is the caller's choice
 */
export { type Clock, realClock, sleep, type Timer } from './clock.ts'
export {
  type JsonLoggerOptions,
  jsonLogger,
  type LogFields,
  type Logger,
  type LogLevel,
  silentLogger,
} from './logger.ts'
export { integerBelow, type Random, realRandom } from './random.ts'
export { messageOf, ReeveError, type ReeveErrorOptions } from './reeve-error.ts'
