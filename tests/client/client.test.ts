import { useSystem } from '@reeve/test-servers'
import { describeClient } from './describe-client.ts'
import { inProcess, overHttps, realServer } from './subjects.ts'

const kubernetes = await useSystem('kubernetes')

describeClient('the embedded server in process', inProcess)
describeClient('the embedded server over HTTP/2', () => overHttps({ http2: true }))
describeClient('the embedded server over HTTP/1.1', () => overHttps({ http2: false }))
describeClient(
  'a real kube-apiserver',
  async () => realServer(await kubernetes.start()),
  !kubernetes.available,
)
