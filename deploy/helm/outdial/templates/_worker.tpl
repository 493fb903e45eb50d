{{/* Live audio of a worker that places calls. Call with a list: the context, and the group. */}}
{{- define "outdial.callEnv" -}}
{{- $context := index . 0 -}}
{{- $group := index . 1 -}}
- { name: WORKER_CALL_SLOTS, value: {{ $group.callSlots | quote }} }
- { name: WORKER_MEDIA_HOST, value: {{ include "outdial.anyHost" $context | quote }} }
- { name: WORKER_MEDIA_PORT, value: '9466' }
- { name: WORKER_MEDIA_ADVERTISE, value: '{{ include "outdial.inUrl" (list $context "POD_IP") }}:9466' }
{{- end }}

{{/* SIP of a worker that places calls, or that ends those of a lost one. Call with a list: the context, and whether it places them. */}}
{{- define "outdial.sipEnv" -}}
{{- $context := index . 0 -}}
{{- $sip := $context.Values.sip -}}
- { name: SIP_HOST, value: {{ include "outdial.anyHost" $context | quote }} }
- { name: SIP_PORT, value: {{ $sip.port | quote }} }
- { name: RTP_PORTS, value: '{{ $sip.rtpPorts.from }}-{{ $sip.rtpPorts.to }}' }
{{- if and (eq $sip.advertise "node") (index . 1) }}
- { name: NODE_IP, valueFrom: { fieldRef: { fieldPath: status.hostIP } } }
- { name: SIP_ADVERTISE, value: '{{ include "outdial.inUrl" (list $context "NODE_IP") }}' }
{{- else if has $sip.advertise (list "pod" "node") }}
- { name: SIP_ADVERTISE, value: '{{ include "outdial.inUrl" (list $context "POD_IP") }}' }
{{- else }}
- { name: SIP_ADVERTISE, value: {{ $sip.advertise | quote }} }
{{- end }}
{{- end }}

{{/* An address from a variable, in brackets if it is one of IPv6. Call with a list: the context, and the variable. */}}
{{- define "outdial.inUrl" -}}
{{- $variable := printf "$(%s)" (index . 1) -}}
{{- if eq (index . 0).Values.ipFamily "IPv6" }}{{ printf "[%s]" $variable }}{{ else }}{{ $variable }}{{ end -}}
{{- end }}
