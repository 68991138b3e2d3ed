import { expect, it } from 'vitest'
import { imagePullPolicy } from './image-pull-policy.ts'

it.each(['nginx', 'nginx:latest', 'registry:5000/team/app', 'nginx:latest@sha256:abc'])(
  'always pulls %s, which is the latest',
  (image) => {
    expect(imagePullPolicy(image)).toBe('Always')
  },
)

it.each(['nginx:1.2', 'nginx@sha256:abc', 'registry:5000/app:1', 'Not/An:Image', '/x', '', undefined])(
  'pulls %s once',
  (image) => {
    expect(imagePullPolicy(image)).toBe('IfNotPresent')
  },
)
