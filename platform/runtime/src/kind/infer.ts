declare const TYPE: unique symbol
declare const OPTIONAL: unique symbol

/** A JSON Schema that carries the type of what it describes. */
export interface Schema<T = unknown> {
  /** Never set; carries the type. */
  readonly [TYPE]?: T
}

/** The schema of a property that may be left out. */
export interface OptionalSchema<T = unknown> extends Schema<T> {
  readonly [OPTIONAL]: true
}

/** The type that a schema describes: of our own, of TypeBox, of any Standard Schema, or of a plain JSON Schema literal. */
export type Infer<S> = S extends { readonly '~standard': { readonly types?: infer Types } }
  ? NonNullable<Types> extends { readonly output: infer Output }
    ? Output
    : unknown
  : S extends { readonly static: infer Static }
    ? Static
    : S extends { readonly type: string }
      ? InferJson<S>
      : S extends Schema<infer T>
        ? T
        : unknown

/** The type of an object by the schemas of its properties. */
export type ObjectOf<Properties> = Simplify<
  {
    readonly [Name in keyof Properties as IsOptional<Properties[Name]> extends true ? never : Name]: Infer<
      Properties[Name]
    >
  } & {
    readonly [Name in keyof Properties as IsOptional<Properties[Name]> extends true ? Name : never]?: Infer<
      Properties[Name]
    >
  }
>

type IsOptional<S> = S extends OptionalSchema ? true : S extends { readonly '~optional': true } ? true : false

type InferJson<S> = S extends { readonly enum: readonly (infer Value)[] }
  ? Value
  : S extends { readonly const: infer Value }
    ? Value
    : S extends { readonly type: 'string' }
      ? string
      : S extends { readonly type: 'integer' | 'number' }
        ? number
        : S extends { readonly type: 'boolean' }
          ? boolean
          : S extends { readonly type: 'array'; readonly items: infer Item }
            ? readonly Infer<Item>[]
            : S extends { readonly type: 'object'; readonly properties: infer Properties }
              ? ObjectOf<Properties>
              : unknown

type Simplify<T> = { [Name in keyof T]: T[Name] } & {}
