import { childrenOf, type Expression } from './expression.ts'
import type { SourceText } from './source-text.ts'

const DEEPEST = 250

/** Refuses expressions that nest deeper than cel-go allows, before anything that walks over them could run out of stack. */
export class NestingLimit {
  readonly #source: SourceText
  readonly #depths = new Map<Expression, number>()
  #open = 0

  constructor(source: SourceText) {
    this.#source = source
  }

  /** Opens one more expression within the others: within brackets, or as a branch. */
  enter(): void {
    if (++this.#open > DEEPEST) this.#refuse(`expression recursion limit exceeded: ${DEEPEST}`)
  }

  leave(): void {
    this.#open--
  }

  /** Counts a node that stands on top of its operands: an operator, a field, an index, a call on something. */
  deeper<Node extends Expression>(node: Node): Node {
    const depth = 1 + Math.max(0, ...childrenOf(node).map((child) => this.#depthOf(child)))
    if (depth > DEEPEST) this.#refuse('max recursion depth exceeded')
    this.#depths.set(node, depth)
    return node
  }

  #depthOf(node: Expression): number {
    const known = this.#depths.get(node)
    if (known !== undefined) return known
    const depth = Math.max(0, ...childrenOf(node).map((child) => this.#depthOf(child)))
    this.#depths.set(node, depth)
    return depth
  }

  #refuse(message: string): never {
    throw this.#source.failure([{ at: -1, message }])
  }
}
