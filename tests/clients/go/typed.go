package main

import (
	"context"
	"sort"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/client-go/util/retry"
)

// What every typed client of client-go has.
type kindClient[T any, L any] interface {
	Create(context.Context, T, metav1.CreateOptions) (T, error)
	Get(context.Context, string, metav1.GetOptions) (T, error)
	Update(context.Context, T, metav1.UpdateOptions) (T, error)
	List(context.Context, metav1.ListOptions) (L, error)
	Delete(context.Context, string, metav1.DeleteOptions) error
}

type object interface {
	metav1.Object
	runtime.Object
}

func useTypedClients(ctx context.Context, at *place) (any, error) {
	core, ns := at.kube.CoreV1(), at.namespace
	if err := until(ctx, "the service account of the namespace", func(ctx context.Context) (bool, error) {
		_, err := core.ServiceAccounts(ns).Get(ctx, "default", metav1.GetOptions{})
		return err == nil, nil
	}); err != nil {
		return nil, err
	}
	result := map[string]any{
		"ConfigMap": lifeOf(ctx, core.ConfigMaps(ns), &corev1.ConfigMap{
			ObjectMeta: named("typed"), Data: map[string]string{"a": "1"}, BinaryData: map[string][]byte{"b": {0, 255}},
		}),
		"Secret": lifeOf(ctx, core.Secrets(ns), &corev1.Secret{
			ObjectMeta: named("typed"), Data: map[string][]byte{"k": []byte("v")}, StringData: map[string]string{"s": "t"},
		}),
		"Namespace": lifeOf(ctx, core.Namespaces(), &corev1.Namespace{ObjectMeta: named("go-typed-inner")}),
		"Event": lifeOf(ctx, core.Events(ns), &corev1.Event{
			ObjectMeta: named("typed"), Reason: "Tested", Message: "seen", Type: "Normal", Count: 1,
			FirstTimestamp: metav1.Unix(1700000000, 0), LastTimestamp: metav1.Unix(1700000000, 0),
			InvolvedObject: corev1.ObjectReference{Kind: "ConfigMap", Namespace: ns, Name: "typed", APIVersion: "v1"},
			Source:         corev1.EventSource{Component: "test"},
		}),
		"Lease":          lifeOf(ctx, at.kube.CoordinationV1().Leases(ns), lease("typed")),
		"Deployment":     lifeOf(ctx, at.kube.AppsV1().Deployments(ns), deployment("typed")),
		"Service":        lifeOf(ctx, core.Services(ns), service("typed")),
		"Pod":            lifeOf(ctx, core.Pods(ns), pod("typed")),
		"ServiceAccount": lifeOf(ctx, core.ServiceAccounts(ns), &corev1.ServiceAccount{ObjectMeta: named("typed")}),
	}
	result["protobuf"] = at.seen.count(&at.seen.protobuf) > 0
	return result, nil
}

// lifeOf makes, makes again, reads, changes, lists and deletes an object, and gives what was answered each time.
func lifeOf[T object, L runtime.Object](ctx context.Context, client kindClient[T, L], made T) any {
	life := map[string]any{}
	created, err := client.Create(ctx, made, metav1.CreateOptions{})
	if err != nil {
		return map[string]any{"refused": why(err)}
	}
	life["created"] = plain(created)
	_, err = client.Create(ctx, made, metav1.CreateOptions{})
	life["again"] = why(err)
	read, err := client.Get(ctx, made.GetName(), metav1.GetOptions{})
	life["read"] = []any{plain(read), why(err), read.GetUID() == created.GetUID()}
	var changed T
	// On a real cluster a controller may have written in between.
	err = retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if read, err = client.Get(ctx, made.GetName(), metav1.GetOptions{}); err != nil {
			return err
		}
		read.SetLabels(map[string]string{"changed": "yes"})
		changed, err = client.Update(ctx, read, metav1.UpdateOptions{FieldManager: "changer"})
		return err
	})
	life["changed"] = []any{plain(changed), why(err), managersOf(changed)}
	created.SetLabels(map[string]string{"stale": "yes"})
	_, err = client.Update(ctx, created, metav1.UpdateOptions{})
	life["stale"] = why(err)
	listed, err := client.List(ctx, metav1.ListOptions{LabelSelector: "changed=yes"})
	life["listed"] = []any{plain(listed), why(err)}
	if _, isPod := any(made).(*corev1.Pod); !isPod {
		life["deleted"] = why(client.Delete(ctx, made.GetName(), metav1.DeleteOptions{}))
	}
	return life
}

func managersOf(object metav1.Object) []string {
	var managers []string
	for _, entry := range object.GetManagedFields() {
		if entry.Manager == "kube-controller-manager" {
			continue
		}
		managers = append(managers, entry.Manager+" "+string(entry.Operation)+" "+string(entry.FieldsV1.Raw))
	}
	// The server sorts by the second in which each wrote.
	sort.Strings(managers)
	return managers
}

func named(name string) metav1.ObjectMeta {
	return metav1.ObjectMeta{Name: name, Annotations: map[string]string{"made-by": "go"}}
}

func lease(name string) *coordinationv1.Lease {
	holder, seconds, transitions := "me", int32(15), int32(0)
	at := metav1.NewMicroTime(time.Unix(1700000000, 123456000))
	return &coordinationv1.Lease{ObjectMeta: named(name), Spec: coordinationv1.LeaseSpec{
		HolderIdentity: &holder, LeaseDurationSeconds: &seconds, LeaseTransitions: &transitions, AcquireTime: &at, RenewTime: &at,
	}}
}

func podTemplate() corev1.PodTemplateSpec {
	return corev1.PodTemplateSpec{
		ObjectMeta: metav1.ObjectMeta{Labels: map[string]string{"app": "web"}},
		Spec: corev1.PodSpec{Containers: []corev1.Container{{
			Name: "web", Image: "web:1",
			Ports:     []corev1.ContainerPort{{ContainerPort: 80}},
			Env:       []corev1.EnvVar{{Name: "MODE", Value: "test"}},
			Resources: corev1.ResourceRequirements{Requests: corev1.ResourceList{"cpu": resource.MustParse("100m")}},
			ReadinessProbe: &corev1.Probe{ProbeHandler: corev1.ProbeHandler{
				HTTPGet: &corev1.HTTPGetAction{Path: "/", Port: intstr.FromInt32(80)},
			}},
		}}},
	}
}

func deployment(name string) *appsv1.Deployment {
	// Nothing runs it, and with no replicas no controller makes anything for it either.
	replicas := int32(0)
	return &appsv1.Deployment{ObjectMeta: named(name), Spec: appsv1.DeploymentSpec{
		Replicas: &replicas, Paused: true, Template: podTemplate(),
		Selector: &metav1.LabelSelector{MatchLabels: map[string]string{"app": "web"}},
	}}
}

func service(name string) *corev1.Service {
	return &corev1.Service{ObjectMeta: named(name), Spec: corev1.ServiceSpec{
		ClusterIP: "None", Selector: map[string]string{"app": "web"}, Ports: []corev1.ServicePort{{Port: 80}},
	}}
}

func pod(name string) *corev1.Pod {
	automount := false
	template := podTemplate()
	template.Spec.AutomountServiceAccountToken = &automount
	return &corev1.Pod{ObjectMeta: named(name), Spec: template.Spec}
}
