/** A reason made once: making an exception for every request that ends would cost more than some requests. */
export const GONE = new Error('whoever asked has gone')

/** Whether whoever asked has gone. A signal costs more than most answers, so it is made for whoever has to wait. */
export class Gone {
  readonly #response: { readonly destroyed: boolean }
  #controller: AbortController | undefined

  constructor(response: { readonly destroyed: boolean }) {
    this.#response = response
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#response.destroyed) this.tell()
    return this.#controller.signal
  }

  tell(): void {
    this.#controller?.abort(GONE)
  }
}
