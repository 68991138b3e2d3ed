package main

import (
	"context"
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
)

var configMaps = schema.GroupVersionResource{Version: "v1", Resource: "configmaps"}

func useDynamicClient(ctx context.Context, at *place) (any, error) {
	client := at.dynamic.Resource(configMaps).Namespace(at.namespace)
	result := map[string]any{}
	for n := range 4 {
		made := &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": "v1", "kind": "ConfigMap",
			"metadata": map[string]any{"name": fmt.Sprintf("d%d", n), "labels": map[string]any{"odd": fmt.Sprint(n%2 == 1)}},
			"data":     map[string]any{"n": fmt.Sprint(n)},
		}}
		if _, err := client.Create(ctx, made, metav1.CreateOptions{}); err != nil {
			return nil, err
		}
	}
	listed, err := client.List(ctx, metav1.ListOptions{LabelSelector: "odd in (true)"})
	if err != nil {
		return nil, err
	}
	result["listed"] = plain(listed)
	patch := []byte(`{"data":{"patched":"yes","n":null}}`)
	patched, err := client.Patch(ctx, "d1", types.MergePatchType, patch, metav1.PatchOptions{FieldManager: "dynamic"})
	if err != nil {
		return nil, err
	}
	result["patched"] = []any{plain(patched), managersOf(patched)}
	applied, err := client.Apply(ctx, "d9", &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1", "kind": "ConfigMap", "metadata": map[string]any{"name": "d9"}, "data": map[string]any{"a": "b"},
	}}, metav1.ApplyOptions{FieldManager: "dynamic"})
	if err != nil {
		return nil, err
	}
	result["applied"] = []any{plain(applied), managersOf(applied)}
	if err := client.DeleteCollection(ctx, metav1.DeleteOptions{}, metav1.ListOptions{LabelSelector: "odd"}); err != nil {
		return nil, err
	}
	left, err := client.List(ctx, metav1.ListOptions{FieldSelector: "metadata.name!=kube-root-ca.crt"})
	if err != nil {
		return nil, err
	}
	result["left"] = plain(left)
	_, err = at.dynamic.Resource(schema.GroupVersionResource{Group: "no.io", Version: "v1", Resource: "things"}).List(ctx, metav1.ListOptions{})
	result["unknown"] = why(err)
	return result, nil
}
