{{- define "outdial.name" -}}
{{- if contains "outdial" .Release.Name }}{{ .Release.Name }}{{ else }}{{ printf "%s-outdial" .Release.Name }}{{ end -}}
{{- end }}

{{/* Call with a list: the context, and the name of the component. */}}
{{- define "outdial.selectorLabels" -}}
{{- $context := index . 0 -}}
app.kubernetes.io/name: outdial
app.kubernetes.io/instance: {{ $context.Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{- define "outdial.labels" -}}
{{- $context := index . 0 -}}
{{ include "outdial.selectorLabels" . }}
app.kubernetes.io/version: {{ $context.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ $context.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" $context.Chart.Name $context.Chart.Version }}
{{- end }}

{{/* Call with a list: the context, and a tag that replaces the image's, or "". */}}
{{- define "outdial.image" -}}
{{- $context := index . 0 -}}
{{- $image := $context.Values.image -}}
{{- $tag := index . 1 -}}
{{- if $tag -}}
{{ printf "%s:%s" $image.repository $tag }}
{{- else if $image.digest -}}
{{ printf "%s@%s" $image.repository $image.digest }}
{{- else -}}
{{ printf "%s:%s" $image.repository (default $context.Chart.AppVersion $image.tag) }}
{{- end -}}
{{- end }}

{{- define "outdial.serviceAccountName" -}}
{{- if .Values.serviceAccount.name }}{{ .Values.serviceAccount.name }}{{ else if .Values.serviceAccount.create }}{{ include "outdial.name" . }}{{ else }}default{{ end -}}
{{- end }}

{{/* A wildcard of the family of addresses. */}}
{{- define "outdial.anyHost" -}}
{{- if eq .Values.ipFamily "IPv6" }}::{{ else }}0.0.0.0{{ end -}}
{{- end }}

{{- define "outdial.publicUrl" -}}
{{- if .Values.api.publicUrl }}{{ .Values.api.publicUrl }}{{ else if .Values.ingress.enabled }}https://{{ .Values.ingress.host }}{{ end -}}
{{- end }}

{{/* Calls in progress, the recordings, and what main.ts of the worker adds (docs/operations.md). */}}
{{- define "outdial.workerGraceSeconds" -}}
{{- add .Values.workers.longestCallSeconds 60 -}}
{{- end }}
{{- define "outdial.workerTerminationSeconds" -}}
{{- add (include "outdial.workerGraceSeconds" . | int) .Values.workers.encodeSeconds 16 -}}
{{- end }}

{{- define "outdial.usesSip" -}}
{{- if has "sip" (splitList "," (nospace .Values.settings.CALL_PROVIDER)) }}true{{ end -}}
{{- end }}

{{/* Secrets of every process. Call with a list: the context, then further optional keys. */}}
{{- define "outdial.secretEnv" -}}
{{- $context := index . 0 -}}
{{- $optional := concat (list "OUTDIAL_PREVIOUS_MASTER_KEYS" "TEMPORAL_API_KEY" "TWILIO_ACCOUNT_SID" "TWILIO_AUTH_TOKEN" "AWS_ACCESS_KEY_ID" "AWS_SECRET_ACCESS_KEY") (rest .) -}}
{{- range list "MONGODB_URI" "OUTDIAL_MASTER_KEY" }}
- name: {{ . }}
  valueFrom: { secretKeyRef: { name: {{ $context.Values.secret.name }}, key: {{ . }} } }
{{- end }}
{{- range $optional }}
- name: {{ . }}
  valueFrom: { secretKeyRef: { name: {{ $context.Values.secret.name }}, key: {{ . }}, optional: true } }
{{- end }}
{{- end }}

{{/* Call with a list: the context, and maps of settings, of which later ones win. */}}
{{- define "outdial.settingsEnv" -}}
{{- $context := index . 0 -}}
{{- $settings := dict -}}
{{- range rest . }}{{ $settings = mergeOverwrite $settings (deepCopy .) }}{{ end -}}
{{- range $name, $value := $settings }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
- { name: TEMPORAL_ADDRESS, value: {{ $context.Values.temporal.address | quote }} }
- { name: TEMPORAL_NAMESPACE, value: {{ $context.Values.temporal.namespace | quote }} }
{{- with $context.Values.temporal.tls }}
{{- if .ca }}
- { name: TEMPORAL_TLS_CA, value: /etc/outdial/temporal/ca.crt }
{{- end }}
{{- if .clientCertificate }}
- { name: TEMPORAL_TLS_CERT, value: /etc/outdial/temporal/tls.crt }
- { name: TEMPORAL_TLS_KEY, value: /etc/outdial/temporal/tls.key }
{{- end }}
{{- if .serverName }}
- { name: TEMPORAL_TLS_SERVER_NAME, value: {{ .serverName | quote }} }
{{- end }}
{{- end }}
{{- with include "outdial.publicUrl" $context }}
- { name: PUBLIC_URL, value: {{ . | quote }} }
{{- end }}
{{- if include "outdial.usesSip" $context }}
- { name: SIP_TRUNKS, value: /etc/outdial/trunks/trunks.json }
{{- end }}
{{- end }}

{{/* The volumes of API and worker processes, and where they are. */}}
{{- define "outdial.volumes" -}}
- name: tmp
  emptyDir: {}
{{- with .Values.temporal.tls.secretName }}
- name: temporal-tls
  secret: { secretName: {{ . }}, defaultMode: 0440 }
{{- end }}
{{- if include "outdial.usesSip" . }}
- name: trunks
  configMap: { name: {{ include "outdial.name" . }}-trunks }
{{- end }}
{{- end }}
{{- define "outdial.volumeMounts" -}}
- { name: tmp, mountPath: /tmp }
{{- if .Values.temporal.tls.secretName }}
- { name: temporal-tls, mountPath: /etc/outdial/temporal, readOnly: true }
{{- end }}
{{- if include "outdial.usesSip" . }}
- { name: trunks, mountPath: /etc/outdial/trunks, readOnly: true }
{{- end }}
{{- end }}

{{- define "outdial.containerSecurityContext" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* What restarts pods when it changes. */}}
{{- define "outdial.podAnnotations" -}}
{{- with .Values.secret.revision }}
outdial/secret-revision: {{ . | quote }}
{{- end }}
{{- if include "outdial.usesSip" . }}
outdial/trunks: {{ toJson .Values.trunks | sha256sum }}
{{- end }}
{{- end }}

{{/* Call with a list: the context, and the name of the component. */}}
{{- define "outdial.spread" -}}
- maxSkew: 1
  topologyKey: kubernetes.io/hostname
  whenUnsatisfiable: ScheduleAnyway
  labelSelector:
    matchLabels:
      {{- include "outdial.selectorLabels" . | nindent 6 }}
{{- end }}
