import { expect, it } from 'vitest'
import { hasStatusSubresource, updateRules } from './update-rules.ts'

it('lets most kinds be updated without a revision, and some not', () => {
  expect(updateRules({ group: '', kind: 'ConfigMap' })).toEqual({ unconditional: true, creates: false })
  expect(updateRules({ group: 'coordination.k8s.io', kind: 'Lease' })).toEqual({
    unconditional: false,
    creates: true,
  })
})

it('knows which resources have their status apart', () => {
  expect(hasStatusSubresource('v1', 'pods')).toBe(true)
  expect(hasStatusSubresource('v1', 'configmaps')).toBe(false)
  expect(hasStatusSubresource('example.com/v1', 'devices')).toBe(false)
})
