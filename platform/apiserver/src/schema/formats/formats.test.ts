import { describe, expect, it } from 'vitest'
import { formatCheckOf } from './formats.ts'

/** What kube-apiserver 1.34.2 took for a format, and what it refused. */
const ANSWERS: readonly { readonly format: string; readonly takes: string[]; readonly refuses: string[] }[] =
  [
    { format: 'date', takes: ['2020-02-29'], refuses: ['2021-02-29', 'x', '2020-1-1'] },
    { format: 'datetime', takes: ['2014-12-15t19:30:20+01:00'], refuses: ['x'] },
    { format: 'byte', takes: ['aGk='], refuses: ['a', '', 'aGk'] },
    {
      format: 'uuid',
      takes: ['9e2a5c4e-0b6f-4c8e-9a55-0c9a4f1f2b3c', '9E2A5C4E0B6F4C8E9A550C9A4F1F2B3C'],
      refuses: ['x'],
    },
    {
      format: 'uuid3',
      takes: ['9e2a5c4e-0b6f-3c8e-9a55-0c9a4f1f2b3c'],
      refuses: ['9e2a5c4e-0b6f-4c8e-9a55-0c9a4f1f2b3c'],
    },
    {
      format: 'uuid4',
      takes: ['9e2a5c4e-0b6f-4c8e-9a55-0c9a4f1f2b3c'],
      refuses: ['9e2a5c4e-0b6f-3c8e-9a55-0c9a4f1f2b3c'],
    },
    { format: 'uuid5', takes: ['9e2a5c4e-0b6f-5c8e-9a55-0c9a4f1f2b3c'], refuses: ['x'] },
    {
      format: 'email',
      takes: [
        'a@b.org',
        'Ann <a@b>',
        '"a b"@c',
        'a@[1.2.3.4]',
        'Ann (x) <a@b>',
        'a@b (c)',
        'Ann x. "y z" <a@b>',
        '<a@b>',
      ],
      refuses: [
        'x',
        'a@',
        'a b@c',
        'a..b@c',
        'a@[1.3.4]',
        'a@b.',
        'Ann <a@b',
        'a@b c',
        'a\nb <a@b>',
        '(x) <a@b>',
      ],
    },
    {
      format: 'ipv4',
      takes: ['1.2.3.4', '01.02.03.04', '::ffff:1.2.3.4'],
      refuses: ['1.2.3', '::1', '256.1.1.1'],
    },
    { format: 'ipv6', takes: ['::1', '::ffff:1.2.3.4'], refuses: ['1.2.3.4', 'fe80::1%eth0'] },
    {
      format: 'cidr',
      takes: ['10.0.0.0/8', 'fd00::/8', '010.0.0.1/8'],
      refuses: ['10.0.0.0', '10.0.0.0/33', '::/129'],
    },
    {
      format: 'mac',
      takes: [
        '01:23:45:67:89:ab',
        '0123.4567.89ab',
        '01-23-45-67-89-ab',
        '01:23:45:67:89:ab:cd:ef',
        '0123456789ab',
      ],
      refuses: ['01:23', '01:23-45:67:89:ab', '0123.4567-89ab'],
    },
    {
      format: 'uri',
      takes: [
        'http://a.b/c?d=%zz',
        '/path',
        'mailto:a@b',
        'http://[::1]:80/',
        '*',
        'a:b',
        'http://u:p@h/',
        'urn:isbn:1',
        'http://a/b c',
        '//x',
        'http://h:/',
        'http://[::1]/',
      ],
      refuses: [
        'x',
        'http://a b/',
        'http://a/%zz',
        '',
        'http://a:b/',
        ':x',
        'http://[::z1]:80/',
        'http://8[::1]:80/',
        'http://[::1',
      ],
    },
    {
      format: 'hostname',
      takes: ['a.example.org', 'a', 'ü.de'],
      refuses: ['a_b', '-a', 'a.b.c1', 'a..b', '1.2.3.4'],
    },
    {
      format: 'duration',
      takes: ['1h30m', '3 days', '1.5s', '0', '1 d', '-1s', '2wk'],
      refuses: ['x', '5', '10 lightyears', '5　s'],
    },
    { format: 'isbn', takes: ['0321751043', '978-0321751041'], refuses: ['x'] },
    { format: 'isbn10', takes: ['0-321-75104-3'], refuses: ['0321751044', '0-321-　751043'] },
    { format: 'isbn13', takes: ['9780321751041'], refuses: ['9780321751042'] },
    { format: 'creditcard', takes: ['4111 1111 1111 1111'], refuses: ['4111 1111 1111 1112'] },
    { format: 'ssn', takes: ['111-22-3333'], refuses: ['111223333', 'x'] },
    { format: 'hexcolor', takes: ['#FFFFFF', 'abc'], refuses: ['#FFFF'] },
    { format: 'rgbcolor', takes: ['rgb(255, 0,1)'], refuses: ['rgb(256,0,0)'] },
    { format: 'password', takes: ['x'], refuses: [] },
    { format: 'bsonobjectid', takes: ['507f1f77bcf86cd799439011'], refuses: ['x'] },
    { format: 'k8s-short-name', takes: ['a-b', 'A', 'a.b', '-'], refuses: [] },
    { format: 'k8s-long-name', takes: ['a.b', 'A', 'a..b'], refuses: [] },
    { format: 'made-up', takes: ['x'], refuses: [] },
  ]

describe('formats', () => {
  it.each(ANSWERS)('takes for $format what Kubernetes takes', ({ format, takes, refuses }) => {
    const isFormat = formatCheckOf(format) ?? (() => true)
    expect(takes.filter((text) => !isFormat(text))).toEqual([])
    expect(refuses.filter(isFormat)).toEqual([])
  })

  it.each(['int32', 'int64', 'float', 'double', 'k8s-short-name'])(
    'does not check %s, as Kubernetes does not',
    (format) => {
      expect(formatCheckOf(format)).toBeUndefined()
    },
  )
})
