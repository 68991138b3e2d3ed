package main

import (
	"context"
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	apps "k8s.io/client-go/applyconfigurations/apps/v1"
	core "k8s.io/client-go/applyconfigurations/core/v1"
	meta "k8s.io/client-go/applyconfigurations/meta/v1"
	"k8s.io/client-go/tools/pager"
	"k8s.io/client-go/util/retry"
)

func appliedDeployment(namespace, image string) *apps.DeploymentApplyConfiguration {
	container := core.Container().WithName("web").WithImage(image).WithPorts(core.ContainerPort().WithContainerPort(80))
	return apps.Deployment("web", namespace).WithLabels(map[string]string{"app": "web"}).WithSpec(apps.DeploymentSpec().
		WithPaused(true).WithReplicas(0).
		WithSelector(meta.LabelSelector().WithMatchLabels(map[string]string{"app": "web"})).
		WithTemplate(core.PodTemplateSpec().WithLabels(map[string]string{"app": "web"}).
			WithSpec(core.PodSpec().WithContainers(container))))
}

func applyWithTypes(ctx context.Context, at *place) (any, error) {
	client, result := at.kube.AppsV1().Deployments(at.namespace), map[string]any{}
	first := metav1.ApplyOptions{FieldManager: "first"}
	made, err := client.Apply(ctx, appliedDeployment(at.namespace, "web:1"), first)
	if err != nil {
		return nil, err
	}
	result["made"] = []any{plain(made), managersOf(made)}
	same, err := client.Apply(ctx, appliedDeployment(at.namespace, "web:1"), first)
	if err != nil {
		return nil, err
	}
	result["same"] = same.Generation
	second := appliedDeployment(at.namespace, "web:2")
	_, err = client.Apply(ctx, second, metav1.ApplyOptions{FieldManager: "second"})
	result["conflict"] = why(err)
	forced, err := client.Apply(ctx, second, metav1.ApplyOptions{FieldManager: "second", Force: true})
	if err != nil {
		return nil, err
	}
	result["forced"] = []any{plain(forced), managersOf(forced)}
	mine, err := apps.ExtractDeployment(forced, "first")
	if err != nil {
		return nil, err
	}
	result["left to the first"] = plain(mine)
	less := apps.Deployment("web", at.namespace).WithSpec(mine.Spec)
	dropped, err := client.Apply(ctx, less, first)
	if err != nil {
		return nil, err
	}
	result["dropped"] = []any{plain(dropped), managersOf(dropped)}
	_, err = client.Apply(ctx, appliedDeployment(at.namespace, "web:1"), metav1.ApplyOptions{})
	result["nobody"] = why(err)
	_, err = at.kube.CoreV1().ConfigMaps(at.namespace).Apply(ctx, core.ConfigMap("a", at.namespace).WithResourceVersion("1"), first)
	result["not there"] = why(err)
	return result, nil
}

func retryConflicts(ctx context.Context, at *place) (any, error) {
	client, attempts := at.kube.CoreV1().ConfigMaps(at.namespace), 0
	if _, err := client.Create(ctx, configMap("c", map[string]string{"n": ""}), metav1.CreateOptions{}); err != nil {
		return nil, err
	}
	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		attempts++
		read, err := client.Get(ctx, "c", metav1.GetOptions{})
		if err != nil {
			return err
		}
		if attempts < 3 {
			other := read.DeepCopy()
			other.Data["n"] += "other "
			if _, err := client.Update(ctx, other, metav1.UpdateOptions{}); err != nil {
				return err
			}
		}
		read.Data["n"] += "mine"
		_, err = client.Update(ctx, read, metav1.UpdateOptions{})
		return err
	})
	if err != nil {
		return nil, err
	}
	last, err := client.Get(ctx, "c", metav1.GetOptions{})
	return map[string]any{"attempts": attempts, "data": last.Data}, err
}

func readPages(ctx context.Context, at *place) (any, error) {
	client := at.kube.CoreV1().ConfigMaps(at.namespace)
	for n := range 25 {
		made := configMap(fmt.Sprintf("p%02d", n), nil)
		made.Labels = map[string]string{"ours": "yes"}
		if _, err := client.Create(ctx, made, metav1.CreateOptions{}); err != nil {
			return nil, err
		}
	}
	var pages, versions []string
	lists := pager.New(func(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
		ours(&options)
		page, err := client.List(ctx, options)
		if err != nil {
			return page, err
		}
		remaining := "none"
		if page.RemainingItemCount != nil {
			remaining = fmt.Sprint(*page.RemainingItemCount)
		}
		pages = append(pages, fmt.Sprintf("%d remaining %s more %v", len(page.Items), remaining, page.Continue != ""))
		versions = append(versions, page.ResourceVersion)
		// Not in any of the pages: they all show how things were when the first was read.
		late := configMap(fmt.Sprintf("z%d", len(pages)), nil)
		late.Labels = map[string]string{"ours": "yes"}
		_, err = client.Create(ctx, late, metav1.CreateOptions{})
		return page, err
	})
	lists.PageSize = 10
	var names []string
	err := lists.EachListItem(ctx, metav1.ListOptions{}, func(item runtime.Object) error {
		names = append(names, item.(*corev1.ConfigMap).Name)
		return nil
	})
	if err != nil {
		return nil, err
	}
	_, err = client.List(ctx, metav1.ListOptions{Limit: 1, Continue: "nonsense"})
	same := len(versions) > 0
	for _, version := range versions {
		same = same && version == versions[0]
	}
	return map[string]any{"pages": pages, "one version": same, "names": strings.Join(names, " "), "nonsense": err != nil}, nil
}

func patchEachWay(ctx context.Context, at *place) (any, error) {
	client, result := at.kube.AppsV1().Deployments(at.namespace), map[string]any{}
	if _, err := client.Create(ctx, deployment("web"), metav1.CreateOptions{}); err != nil {
		return nil, err
	}
	for _, way := range []struct {
		name  string
		kind  types.PatchType
		patch string
	}{
		{"json", types.JSONPatchType, `[{"op":"test","path":"/spec/replicas","value":0},{"op":"add","path":"/metadata/labels","value":{"by":"json"}}]`},
		{"json test fails", types.JSONPatchType, `[{"op":"test","path":"/spec/replicas","value":7}]`},
		{"json no such path", types.JSONPatchType, `[{"op":"remove","path":"/spec/nothing"}]`},
		{"merge", types.MergePatchType, `{"metadata":{"labels":{"by":"merge","json":null}}}`},
		{"strategic", types.StrategicMergePatchType, `{"spec":{"template":{"spec":{"containers":[{"name":"side","image":"side:1"},{"name":"web","env":[{"name":"MORE","value":"1"}]}]}}}}`},
		{"strategic delete", types.StrategicMergePatchType, `{"spec":{"template":{"spec":{"containers":[{"name":"side","$patch":"delete"}]}}}}`},
		{"broken", types.MergePatchType, `{"spec":`},
		{"wrong type", types.MergePatchType, `{"spec":{"replicas":"many"}}`},
		{"apply", types.ApplyPatchType, `{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web","annotations":{"by":"apply"}}}`},
		{"immutable", types.MergePatchType, `{"spec":{"selector":{"matchLabels":{"app":"other"}},"template":{"metadata":{"labels":{"app":"other"}}}}}`},
	} {
		patched, err := client.Patch(ctx, "web", way.kind, []byte(way.patch), metav1.PatchOptions{FieldManager: "patcher"})
		if err != nil {
			result[way.name] = why(err)
			if way.name == "wrong type" {
				// Its words hold the whole object, with uid and times.
				result[way.name] = reason(err)
			}
			continue
		}
		result[way.name] = []any{plain(patched), managersOf(patched)}
	}
	return result, nil
}
